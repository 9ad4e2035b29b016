package br.com.kobana.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.modelmbean.InvalidTargetObjectTypeException;
import javax.management.modelmbean.ModelMBean;
import javax.management.modelmbean.ModelMBeanInfo;
import javax.management.modelmbean.RequiredModelMBean;
import org.apache.camel.CamelContext;
import org.apache.camel.api.management.ManagedInstance;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.api.management.NotificationSenderAware;
import org.apache.camel.support.management.DefaultManagementMBeanAssembler;
import org.apache.camel.support.management.MixinRequiredModelMBean;
import org.apache.camel.support.management.NotificationSenderAdapter;

/**
 * Camel's MBeans, with what a class of them shows described once. Camel describes it anew for every
 * step, endpoint and route: 12 000 attributes and operations, a tenth of a start. What an MBean
 * shows and masks is the same.
 */
final class MBeanShapes extends DefaultManagementMBeanAssembler {
  private final Map<Class<?>, ModelMBeanInfo> described = new ConcurrentHashMap<>();

  private MBeanShapes(CamelContext camel) {
    super(camel);
  }

  /** Before the context starts. */
  static void use(CamelContext camel) {
    camel.getCamelContextExtension().setManagementMBeanAssembler(new MBeanShapes(camel));
  }

  @Override
  public ModelMBean assemble(MBeanServer server, Object bean, ObjectName name) throws JMException {
    if (showsItself(bean)) {
      return super.assemble(server, bean, name);
    }
    ModelMBeanInfo known = described.get(bean.getClass());
    if (known != null) {
      return assemble(bean, known);
    }
    ModelMBean first = super.assemble(server, bean, name);
    if (first != null && first.getMBeanInfo() instanceof ModelMBeanInfo info) {
      described.put(bean.getClass(), info);
    }
    return first;
  }

  /** Then what it shows is not settled by the class of the MBean. */
  private static boolean showsItself(Object bean) {
    return bean instanceof ManagedInstance managed
        && managed.getInstance() != null
        && managed.getInstance().getClass().isAnnotationPresent(ManagedResource.class);
  }

  private ModelMBean assemble(Object bean, ModelMBeanInfo info) throws JMException {
    boolean mask =
        Boolean.TRUE.equals(camelContext.getManagementStrategy().getManagementAgent().getMask());
    RequiredModelMBean mbean = new MixinRequiredModelMBean(info, mask, null, null);
    try {
      mbean.setManagedResource(bean, "ObjectReference");
    } catch (InvalidTargetObjectTypeException e) {
      throw new JMException(e.getMessage());
    }
    if (bean instanceof NotificationSenderAware aware) {
      aware.setNotificationSender(new NotificationSenderAdapter(mbean));
    }
    return mbean;
  }
}
