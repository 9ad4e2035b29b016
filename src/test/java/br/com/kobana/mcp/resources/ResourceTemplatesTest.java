package br.com.kobana.mcp.resources;

import static br.com.kobana.mcp.SmallCatalogue.members;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResourceTemplatesTest {
  private final ResourceTemplates templates =
      new ResourceTemplates(SmallCatalogue.catalog(), SmallCatalogue.cursors(), 50);

  private static List<String> uris(Result result) {
    return members(result).path("resourceTemplates").findValuesAsText("uriTemplate");
  }

  @Test
  void aTemplateSaysWhatItIs() {
    Result result = templates.list(SmallCatalogue.FULL, Optional.empty());
    assertThat(result.kind()).isEqualTo(Result.Kind.CACHEABLE);
    JsonNode first = members(result).path("resourceTemplates").path(0);
    assertThat(first)
        .isEqualTo(
            SmallCatalogue.json(
                "{'uriTemplate':'kobana://banking/charge/bank_billets/{uid}','name':'bank_billet',"
                    + "'title':'Boleto','description':'A boleto of the account',"
                    + "'mimeType':'application/json'}"));
    assertThat(members(result).has("nextCursor")).isFalse();
  }

  @Test
  void onlyTypesTheCallerMayReadAreListed() {
    assertThat(uris(templates.list(SmallCatalogue.FULL, Optional.empty()))).hasSize(7);
    assertThat(uris(templates.list(SmallCatalogue.CHARGE, Optional.empty())))
        .containsExactly(
            "kobana://banking/charge/bank_billets/{uid}",
            "kobana://banking/charge/pix/{uid}",
            "kobana://banking/charge/pix/{pix_uid}/commands/{id}");
    assertThat(uris(templates.list(SmallCatalogue.LOGIN, Optional.empty()))).isEmpty();
  }

  @Test
  void thePanelUserNarrowsTheList() {
    Caller full = SmallCatalogue.FULL;
    Caller panel =
        new Caller(
            full.accountUid(),
            false,
            "panel",
            full.scopes(),
            Optional.of(List.of("crm.customers.*")),
            full.readsPerHour(),
            full.writesPerHour(),
            full.credential());
    assertThat(uris(templates.list(panel, Optional.empty())))
        .containsExactly("kobana://banking/crm/customers/{uid}");
  }

  @Test
  void aTokenWithAScopeButWithoutALevelReadsNothing() {
    Caller caller = SmallCatalogue.caller("no-level", Set.of("charge.pix"));
    assertThat(uris(templates.list(caller, Optional.empty()))).isEmpty();
  }

  @Test
  void pagesFollowACursorThatNoOtherListTakes() {
    ResourceTemplates small =
        new ResourceTemplates(SmallCatalogue.catalog(), SmallCatalogue.cursors(), 4);
    Result first = small.list(SmallCatalogue.FULL, Optional.empty());
    String cursor = members(first).path("nextCursor").asText();
    Result second =
        small.list(SmallCatalogue.FULL, Optional.of(Json.object().put("cursor", cursor)));
    assertThat(uris(first)).hasSize(4);
    assertThat(uris(second)).hasSize(3).doesNotContainAnyElementsOf(uris(first));
    assertThat(members(second).has("nextCursor")).isFalse();
    ResourceLists lists =
        new ResourceLists(
            SmallCatalogue.catalog(),
            SmallCatalogue.cursors(),
            new ResourceLists.Sizes(4, 10),
            java.time.Instant::now,
            (caller, type, rows) -> {});
    assertThatThrownBy(
            () ->
                lists.prepare(
                    SmallCatalogue.FULL, Optional.of(Json.object().put("cursor", cursor))))
        .isInstanceOf(Refusal.class);
  }
}
