package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.upstream.UpstreamEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line each time an area of the API is given up or taken back. */
public final class UpstreamLog implements UpstreamEvents {
  private static final Logger LOG = LoggerFactory.getLogger(UpstreamLog.class);

  @Override
  public void breakerChanged(String area, String from, String to) {
    if (to.equals("OPEN")) {
      LOG.warn("area of the API not called for now: area={} from={} to={}", area, from, to);
    } else {
      LOG.info("area of the API: area={} from={} to={}", area, from, to);
    }
  }
}
