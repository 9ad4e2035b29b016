package br.com.kobana.mcp.sandbox;

/** The two shapes of the API: bare v1 values and v2 envelopes. */
enum Version {
  V1,
  V2;

  static Version of(String path) {
    return path.startsWith("/v1/") ? V1 : V2;
  }
}
