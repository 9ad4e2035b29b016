package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import java.util.Locale;

/** What a count is kept under. */
final class KeyTemplate {
  private final Settings.KeyTemplates templates;

  KeyTemplate(Settings.KeyTemplates templates) {
    this.templates = templates;
  }

  /**
   * The mark of a budget that is closed in a window: on the same node of a cluster as the count,
   * whose hash tag it shares, or whose whole key is its hash tag.
   */
  static String closed(String key) {
    int open = key.indexOf('{');
    int close = key.indexOf('}', open + 1);
    boolean tagged = open >= 0 && close > open + 1;
    return tagged ? key + ":closed" : "{" + key + "}:closed";
  }

  String key(Budget budget, long window) {
    String template = budget.bucket() == Bucket.WRITE ? templates.write() : templates.general();
    StringBuilder key = new StringBuilder(template.length() + 48);
    int at = 0;
    for (int open = template.indexOf("${"); open >= 0; open = template.indexOf("${", at)) {
      int close = template.indexOf('}', open);
      key.append(template, at, open);
      switch (template.substring(open + 2, close)) {
        case "account" -> key.append(budget.owner());
        case "bucket" -> key.append(budget.bucket().name().toLowerCase(Locale.ROOT));
        case "window" -> key.append(window);
        default -> throw new IllegalStateException("settings let an unknown variable through");
      }
      at = close + 1;
    }
    return key.append(template, at, template.length()).toString();
  }
}
