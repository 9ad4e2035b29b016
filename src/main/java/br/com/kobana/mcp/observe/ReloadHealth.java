package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.reload.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Whether the files that lie in the reloaded directories are the ones in force. Never down: the
 * former go on, so this says {@code degraded} and why.
 */
public final class ReloadHealth extends AbstractHealthCheck {
  private final List<Part> parts;

  public ReloadHealth(List<Part> parts) {
    super("kobana", "reload");
    this.parts = List.copyOf(parts);
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    List<String> refusals = new ArrayList<>();
    builder.up();
    for (Part part : parts) {
      builder.detail(part.name() + ".version", part.version());
      part.refusal().ifPresent(why -> refusals.add(part.name() + ": " + why));
    }
    builder.detail("degraded", !refusals.isEmpty());
    if (!refusals.isEmpty()) {
      builder.message("Changed files are not in force: " + String.join(" | ", refusals));
    }
  }
}
