package br.com.kobana.mcp.resources;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.upstream.ApiPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Any text as a URI: at most one template takes it, and each id is one segment of a path. */
public final class UriPatternFuzz {
  private static final List<String> TEMPLATES =
      List.of(
          "kobana://banking/charge/bank_billets/{id}",
          "kobana://banking/charge/pix/{uid}",
          "kobana://banking/charge/pix/{pix_uid}/commands/{id}",
          "kobana://banking/financial/accounts/{financial_account_uid}/balances/{uid}");
  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~%-]+");

  private UriPatternFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String uri = new String(input, StandardCharsets.UTF_8);
    int taken = 0;
    for (String template : TEMPLATES) {
      UriPattern pattern = UriPattern.of(template);
      Optional<Map<String, String>> ids = pattern.match(uri);
      if (ids.isEmpty()) {
        continue;
      }
      taken++;
      assertThat(ids.get()).containsOnlyKeys(pattern.variables());
      String path = ApiPath.expand(template.substring("kobana:/".length()), ids.get());
      List<String> segments = List.of(path.substring(1).split("/", -1));
      assertThat(segments)
          .hasSize(template.substring("kobana://".length()).split("/").length)
          .allMatch(s -> SEGMENT.matcher(s).matches())
          .doesNotContain(".", "..");
      assertThat(pattern.match("kobana:/" + path)).isEqualTo(ids);
    }
    assertThat(taken).isLessThanOrEqualTo(1);
  }
}
