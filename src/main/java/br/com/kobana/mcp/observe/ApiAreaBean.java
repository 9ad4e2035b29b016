package br.com.kobana.mcp.observe;

import br.com.kobana.mcp.upstream.ApiArea;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;

/** One area of the API, for operators. */
@ManagedResource(description = "Calls to one area of the Kobana API")
public final class ApiAreaBean {
  /** Its name in JMX, followed by {@code ,area=} and {@code ,name=} of the Camel context. */
  public static final String NAME = "br.com.kobana.mcp:type=ApiArea";

  private final ApiArea area;

  public ApiAreaBean(ApiArea area) {
    this.area = area;
  }

  @ManagedAttribute(description = "CLOSED: called; OPEN: not called; HALF_OPEN: tried")
  public String getState() {
    return area.state();
  }

  @ManagedAttribute(description = "Percent of the latest calls that failed; -1: too few")
  public int getFailurePercent() {
    return area.failurePercent();
  }

  @ManagedAttribute(description = "Calls that the failure rate is of")
  public int getCallsJudged() {
    return area.callsJudged();
  }

  @ManagedAttribute(description = "Calls under way")
  public int getInFlight() {
    return area.inFlight();
  }

  @ManagedAttribute(description = "Calls that may begin at once")
  public int getPermitsLeft() {
    return area.permitsLeft();
  }

  @ManagedAttribute(description = "Calls that wait for one under way to end")
  public int getWaiting() {
    return area.waiting();
  }

  @ManagedAttribute(description = "Attempts that repeated a call, since the start")
  public long getRetries() {
    return area.retries();
  }

  @ManagedAttribute(description = "Calls refused because the area was failing, since the start")
  public long getRefusedUnavailable() {
    return area.refusedUnavailable();
  }

  @ManagedAttribute(description = "Calls refused because too many were under way, since the start")
  public long getRefusedBusy() {
    return area.refusedBusy();
  }
}
