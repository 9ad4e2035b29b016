package br.com.kobana.mcp.console;

import br.com.kobana.mcp.observe.OperatorAction;
import br.com.kobana.mcp.observe.OperatorAction.Outcome;
import br.com.kobana.mcp.observe.OperatorLog;
import java.util.function.Supplier;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.ReflectionException;
import org.jolokia.server.core.request.EmptyResponseException;
import org.jolokia.server.core.request.JolokiaExecRequest;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.JolokiaWriteRequest;
import org.jolokia.server.core.request.NotChangedException;
import org.jolokia.service.jmx.LocalRequestHandler;

/** Runs requests on the MBeans of this process, and tells of those that change something. */
final class JolokiaRequests extends LocalRequestHandler {
  private static final java.util.regex.Pattern LOOKS = java.util.regex.Pattern.compile("dump.*");
  private final Supplier<String> user;
  private final OperatorLog log;

  /**
   * @param user the name of whoever asks
   */
  JolokiaRequests(Supplier<String> user, OperatorLog log) {
    super(1);
    this.user = user;
    this.log = log;
  }

  @Override
  public <R extends JolokiaRequest> Object handleRequest(R request, Object previous)
      throws InstanceNotFoundException,
          AttributeNotFoundException,
          ReflectionException,
          MBeanException,
          NotChangedException,
          EmptyResponseException {
    if (request instanceof JolokiaExecRequest exec
        && !LOOKS.matcher(exec.getOperation()).matches()) {
      return told(request, previous, exec.getOperation(), exec.getObjectNameAsString());
    }
    if (request instanceof JolokiaWriteRequest write) {
      return told(
          request, previous, "set " + write.getAttributeName(), write.getObjectNameAsString());
    }
    return super.handleRequest(request, previous);
  }

  private <R extends JolokiaRequest> Object told(
      R request, Object previous, String what, String target)
      throws InstanceNotFoundException,
          AttributeNotFoundException,
          ReflectionException,
          MBeanException,
          NotChangedException,
          EmptyResponseException {
    Outcome outcome = Outcome.FAILED;
    try {
      Object result = super.handleRequest(request, previous);
      outcome = Outcome.DONE;
      return result;
    } catch (SecurityException e) {
      outcome = Outcome.DENIED;
      throw e;
    } finally {
      log.acted(new OperatorAction(user.get(), shown(what), shown(target), outcome));
    }
  }

  /** Names come from the browser, and the line goes into a log. */
  private static String shown(String name) {
    String plain = name.replaceAll("[^\\x21-\\x7e]", "?");
    return plain.length() > 200 ? plain.substring(0, 200) : plain;
  }
}
