package br.com.kobana.mcp.observe;

import java.util.Map;

/** Is told of what an operator did to the running gateway. */
@FunctionalInterface
public interface OperatorActions {
  /**
   * @param operator who: a user of the console, or {@code jmx}
   * @param action in words separated by dots, such as {@code rate-limits.reset}
   * @param facts nothing secret, nothing personal
   */
  void took(String operator, String action, Map<String, String> facts);
}
