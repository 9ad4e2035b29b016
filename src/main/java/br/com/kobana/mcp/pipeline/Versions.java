package br.com.kobana.mcp.pipeline;

import java.util.function.Function;

/** Which stages serve a call: those of the contents that were in force when it began. */
final class Versions {
  private final LiveContents live;
  private final Function<Contents, Version> stages;
  private volatile Version latest;

  Versions(LiveContents live, Function<Contents, Version> stages) {
    this.live = live;
    this.stages = stages;
    this.latest = stages.apply(live.current());
  }

  Version of(Call call) {
    return call.version(this::latest);
  }

  /** Two calls may both make the stages of new contents; they are alike. */
  private Version latest() {
    Version known = latest;
    Contents now = live.current();
    if (!known.contents().equals(now)) {
      known = stages.apply(now);
      latest = known;
    }
    return known;
  }
}
