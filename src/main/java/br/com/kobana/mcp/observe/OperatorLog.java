package br.com.kobana.mcp.observe;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is told of each action of an operator; from any thread. */
@FunctionalInterface
public interface OperatorLog {
  void acted(OperatorAction action);

  /** A line each in the log {@code br.com.kobana.mcp.audit}. */
  static OperatorLog toAuditLog() {
    Logger audit = LoggerFactory.getLogger("br.com.kobana.mcp.audit");
    return action ->
        audit.warn(
            "operator action: user={} what={} target={} outcome={}",
            action.user(),
            action.what(),
            action.target(),
            action.outcome().name().toLowerCase(Locale.ROOT));
  }
}
