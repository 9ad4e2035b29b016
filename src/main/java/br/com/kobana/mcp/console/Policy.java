package br.com.kobana.mcp.console;

import br.com.kobana.mcp.settings.ManagementSettings.Role;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import org.jolokia.server.core.service.api.Restrictor;
import org.jolokia.server.core.util.HttpMethod;
import org.jolokia.server.core.util.RequestType;

/**
 * What is reached through Jolokia. Everybody who is logged in sees Camel, the gateway and the state
 * of the JVM; an operator starts and stops routes and sees to rate limits. All else, such as system
 * properties, heap dumps, loggers or messages, neither shows nor runs.
 */
final class Policy implements Restrictor {
  private static final String CAMEL = "org.apache.camel";
  private static final String OWN = "br.com.kobana.mcp";
  private static final Set<RequestType> TYPES =
      Set.of(
          RequestType.READ,
          RequestType.LIST,
          RequestType.SEARCH,
          RequestType.VERSION,
          RequestType.EXEC,
          RequestType.WRITE);
  private static final Set<String> JVM =
      Set.of("Memory", "MemoryPool", "GarbageCollector", "Threading", "OperatingSystem", "Runtime");

  /** Of the runtime, what tells nothing of arguments and properties, which may hold secrets. */
  private static final Set<String> RUNTIME =
      Set.of("Uptime", "StartTime", "VmName", "VmVendor", "VmVersion", "SpecVersion", "Name");

  private static final Pattern LOOKS =
      Pattern.compile("(dumpRoute|dumpStructure|dumpStats|routeLocations|inflight|hasRoute).*");
  private static final Pattern RUNS_ROUTES =
      Pattern.compile("(start|stop|suspend|resume|restart)\\(.*");
  private static final Pattern TRACES =
      Pattern.compile("(dumpAllTracedMessages|dumpTracedMessages|clear).*");
  private final Supplier<Role> role;
  private final boolean tracing;

  /**
   * @param role of whoever asks
   */
  Policy(Supplier<Role> role, boolean tracing) {
    this.role = role;
    this.tracing = tracing;
  }

  @Override
  public boolean isHttpMethodAllowed(HttpMethod method) {
    return method == HttpMethod.GET || method == HttpMethod.POST;
  }

  @Override
  public boolean isTypeAllowed(RequestType type) {
    return TYPES.contains(type);
  }

  @Override
  public boolean isAttributeReadAllowed(ObjectName name, String attribute) {
    return !isObjectNameHidden(name) && (!isJvm(name, "Runtime") || RUNTIME.contains(attribute));
  }

  @Override
  public boolean isAttributeWriteAllowed(ObjectName name, String attribute) {
    return isOperator() && tracing && isTracer(name) && attribute.equals("Enabled");
  }

  @Override
  public boolean isOperationAllowed(ObjectName name, String operation) {
    String type = name.getKeyProperty("type");
    if (name.getDomain().equals(OWN)) {
      return isOperator() && "RateLimits".equals(type);
    }
    if (!name.getDomain().equals(CAMEL)) {
      return false;
    }
    if (isTracer(name)) {
      return isOperator() && tracing && TRACES.matcher(operation).matches();
    }
    return LOOKS.matcher(operation).matches()
        || (isOperator() && "routes".equals(type) && RUNS_ROUTES.matcher(operation).matches());
  }

  /** The gate has seen to who asks, and from where. */
  @Override
  public boolean isRemoteAccessAllowed(String... hostOrAddress) {
    return true;
  }

  /** As above; no other origin is ever told that it may read. */
  @Override
  public boolean isOriginAllowed(String origin, boolean strictly) {
    return false;
  }

  @Override
  public boolean isObjectNameHidden(ObjectName name) {
    return !switch (name.getDomain()) {
      case CAMEL -> !isTracer(name) || (isOperator() && tracing);
      case OWN -> true;
      case "java.lang" -> JVM.contains(String.valueOf(name.getKeyProperty("type")));
      default -> false;
    };
  }

  private boolean isOperator() {
    return role.get() == Role.OPERATOR;
  }

  private static boolean isTracer(ObjectName name) {
    return "tracer".equals(name.getKeyProperty("type"));
  }

  private static boolean isJvm(ObjectName name, String type) {
    return name.getDomain().equals("java.lang") && type.equals(name.getKeyProperty("type"));
  }
}
