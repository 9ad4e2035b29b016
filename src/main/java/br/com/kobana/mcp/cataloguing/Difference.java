package br.com.kobana.mcp.cataloguing;

/**
 * One thing on which the catalogue and the description of the API do not agree.
 *
 * @param tool the tool, or the operation where there is no tool
 * @param field where in the request, such as {@code body customer.name}; with {@code =value} for a
 *     value; empty for an operation as a whole
 */
record Difference(Kind kind, String tool, String field) {

  /** What is different. Breaking is what makes calls that work fail, or fail to be offered. */
  enum Kind {
    GONE_OPERATION("gone-operation", true, "the API no longer describes the operation"),
    GONE_PARAMETER("gone-parameter", true, "the API no longer describes it"),
    GONE_VALUE("gone-value", true, "the API no longer takes this value"),
    REQUIRED("required", true, "the API requires it, the tool does not"),
    NEW_OPERATION("new-operation", false, "has no tool and is not left out"),
    NEW_VALUE("new-value", false, "the API takes this value, the tool does not"),
    NOT_OFFERED("not-offered", false, "the API takes it, the tool does not"),
    STALE("stale-departure", false, "is in departures.yaml and no longer differs");

    private final String wire;
    private final boolean breaking;
    private final String meaning;

    Kind(String wire, boolean breaking, String meaning) {
      this.wire = wire;
      this.breaking = breaking;
      this.meaning = meaning;
    }

    /** As it is written in reports and in {@code departures.yaml}. */
    String wire() {
      return wire;
    }

    boolean isBreaking() {
      return breaking;
    }
  }

  String line() {
    return kind.wire
        + " "
        + tool
        + (field.isEmpty() ? "" : ": " + field)
        + ": "
        + kind.meaning
        + (kind.breaking ? " (breaking)" : "");
  }
}
