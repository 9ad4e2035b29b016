package br.com.kobana.mcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.CatalogLoader.Source;
import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.resource.DisallowSchemaLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every tool and record type that ships. */
class PackagedCatalogTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final List<String> HOST_UNFRIENDLY =
      List.of("$ref", "$defs", "anyOf", "oneOf", "allOf", "not", "nullable", "const", "if");

  static Stream<Tool> tools() {
    return CATALOG.tools().stream();
  }

  @Test
  void firstToolIsACheapRead() {
    Tool first = CATALOG.tools().get(0);

    assertThat(first.name()).isEqualTo("banking_charge_bank_billet_list");
    assertThat(first.kind()).isEqualTo(Tool.Kind.READ);
    assertThat(first.openWorld()).isFalse();
  }

  /** The jar holds the JSON, a directory of one's own the YAML: they must be the same catalogue. */
  @ParameterizedTest
  @MethodSource("files")
  void fileReadsTheSamePackedAsJson(Path file) throws Exception {
    Source source = new Source(String.valueOf(file.getFileName()), Files.readString(file));
    JsonNode unpacked = Yaml.read(source.text(), Location.start("", Location.none()));

    String packed = CatalogLoader.json(source);

    assertThat(packed).startsWith("{").doesNotContain("\n");
    assertThat(Json.parse(packed)).isEqualTo(unpacked);
  }

  static Stream<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String directory : List.of("catalog", "prompts")) {
      try (Stream<Path> listed = Files.list(Path.of("src/main/resources", directory))) {
        listed.filter(file -> file.toString().endsWith(".yaml")).forEach(files::add);
      }
    }
    return files.stream();
  }

  @Test
  void namesAreUniqueAndWithinTheCommonPattern() {
    assertThat(CATALOG.tools()).extracting(Tool::name).doesNotHaveDuplicates();
    assertThat(CATALOG.tools()).allMatch(tool -> tool.name().matches("[a-z0-9_]{1,64}"));
  }

  /** Guards on spending know a tool by this alone; a stop or a deletion spends nothing. */
  @Test
  void everyToolThatMovesMoneySaysWhatItSpends() {
    List<String> moving =
        CATALOG.tools().stream()
            .filter(tool -> tool.kind() == Tool.Kind.DESTRUCTIVE)
            .filter(tool -> tool.domain().equals("payment") || tool.domain().equals("transfer"))
            .filter(
                tool ->
                    tool.operation().method().equals("POST")
                        || tool.name().matches(".*_(approve|release|reschedule)")
                        || tool.description().contains("SENDS MONEY"))
            .map(Tool::name)
            .toList();
    assertThat(moving).hasSize(26);
    assertThat(CATALOG.tools().stream().filter(tool -> tool.spend().isPresent()).map(Tool::name))
        .containsExactlyInAnyOrderElementsOf(moving);
    assertThat(CATALOG.tools())
        .filteredOn(tool -> tool.description().startsWith("SENDS MONEY"))
        .hasSize(14)
        .allMatch(tool -> tool.spend().filter(Spend::sends).isPresent());
  }

  /** What would be paid is where the catalogue looks for it. */
  @Test
  void amountsAndPayeesOfArgumentsAreArguments() {
    for (Tool tool : CATALOG.tools()) {
      if (tool.spend().filter(spend -> !spend.record()).isPresent()) {
        JsonNode properties = tool.inputSchema().path("properties");
        JsonNode payment =
            tool.spend()
                .get()
                .items()
                .map(items -> properties.path(items).path("items").path("properties"))
                .orElse(properties);
        assertThat(payment.path("amount").path("type").asText())
            .as(tool.name())
            .isEqualTo("number");
      }
    }
  }

  /** Bytes as listed without the envelope; a token is about four of them. */
  @Test
  void wholeListIsOnADiet() {
    int bytes = 0;
    for (Tool tool : CATALOG.tools()) {
      ObjectNode listed =
          Json.object()
              .put("name", tool.name())
              .put("title", tool.title())
              .put("description", tool.description());
      listed.set("inputSchema", tool.inputSchema());
      listed
          .putObject("annotations")
          .put("readOnlyHint", !tool.writes())
          .put("destructiveHint", tool.kind() == Tool.Kind.DESTRUCTIVE)
          .put("idempotentHint", tool.idempotent())
          .put("openWorldHint", tool.openWorld());
      bytes += Json.bytes(listed).length;
    }
    assertThat(bytes).isLessThan(300_000);
    assertThat(bytes / 4 / CATALOG.tools().size()).isLessThanOrEqualTo(270);
  }

  @ParameterizedTest
  @MethodSource("tools")
  void secretsOfTheApiAreMasked(Tool tool) {
    Map<String, String> secrets =
        Map.of(
            "admin.subaccounts", "api_access_token",
            "crm.customers", "portal_password",
            "automation.webhooks", "secret_key",
            "integration.connections", "credentials");
    tool.scopes().stream()
        .filter(secrets::containsKey)
        .forEach(scope -> assertThat(tool.masked()).contains(secrets.get(scope)));
    if (tool.name().contains("whatsapp_channel")) {
      assertThat(tool.masked()).contains("activation_token");
    }
  }

  @ParameterizedTest
  @MethodSource("tools")
  void moneyThatLeavesSaysSo(Tool tool) {
    boolean sends =
        tool.operation().path().matches("/v2/(payment|transfer)/[a-z_]+_batches")
            || tool.operation().path().matches("/v2/(payment|transfer).*/approve");
    assertThat(tool.description().startsWith("SENDS MONEY")).isEqualTo(sends || isRelease(tool));
    if (sends) {
      assertThat(tool.kind()).isEqualTo(Tool.Kind.DESTRUCTIVE);
    }
  }

  private static boolean isRelease(Tool tool) {
    return tool.operation().path().equals("/v2/payment/dda_bank_billets/{uid}/release");
  }

  @ParameterizedTest
  @MethodSource("tools")
  void descriptionsAreShort(Tool tool) {
    assertThat(tool.description().split("\\s+")).hasSizeBetween(5, 60);
    assertThat(tool.title().length()).isBetween(3, 60);
    walk(tool.inputSchema(), "")
        .forEach(
            schema ->
                assertThat(schema.node().path("description").asText().split("\\s+"))
                    .as(schema.path())
                    .hasSizeLessThanOrEqualTo(20));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void everyLevelIsClosedUnlessTheApiTakesAnyJsonThere(Tool tool) {
    Set<String> free =
        Set.of(
            "custom_data",
            "meta",
            "provider_data",
            "credentials",
            "additional_info",
            "configuration");
    for (Schema schema : walk(tool.inputSchema(), "")) {
      if (schema.node().path("type").asText().equals("object")) {
        String last = schema.path().substring(schema.path().lastIndexOf('.') + 1);
        boolean open = schema.node().path("additionalProperties").asBoolean(true);
        assertThat(open).as(tool.name() + schema.path()).isEqualTo(open && free.contains(last));
        assertThat(schema.node().has("additionalProperties")).as(schema.path()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tools")
  void everySchemaUsesOnlyWhatHostsUnderstand(Tool tool) {
    for (Schema schema : walk(tool.inputSchema(), "")) {
      String at = tool.name() + schema.path();
      assertThat(schema.node().path("type").isTextual()).as(at + " has one type").isTrue();
      HOST_UNFRIENDLY.forEach(word -> assertThat(schema.node().has(word)).as(at).isFalse());
      if (schema.node().path("type").asText().equals("array")) {
        assertThat(schema.node().has("items")).as(at + " says its items").isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tools")
  void everySchemaIsValidUnder202012AndRefusesUndeclaredArguments(Tool tool) {
    SchemaValidatorsConfig config =
        SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
    JsonSchemaFactory factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    JsonNode dialect = Json.object().put("$ref", "https://json-schema.org/draft/2020-12/schema");
    Set<ValidationMessage> faults = factory.getSchema(dialect, config).validate(tool.inputSchema());
    assertThat(faults).isEmpty();

    JsonSchema schema = factory.getSchema(tool.inputSchema(), config);
    assertThat(schema.validate(Json.object().put("undeclared_argument", 1)))
        .anyMatch(m -> m.getType().equals("additionalProperties"));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void writesTakeAnIdempotencyKeyAndReadsDoNot(Tool tool) {
    boolean keyed = List.of("POST", "PUT", "PATCH").contains(tool.operation().method());
    boolean counted = tool.inputSchema().has("minProperties");

    assertThat(tool.arguments().stream().anyMatch(a -> a.place() == Tool.Place.IDEMPOTENCY_KEY))
        .isEqualTo(keyed && !counted);
    assertThat(tool.inputSchema().path("properties").has("idempotency_key"))
        .isEqualTo(keyed && !counted);
  }

  @ParameterizedTest
  @MethodSource("tools")
  void listsTakeLimitCursorAndFields(Tool tool) {
    JsonNode properties = tool.inputSchema().path("properties");
    boolean pages = tool.listing().isPresent();

    assertThat(properties.has("limit")).isEqualTo(pages);
    assertThat(properties.has("cursor")).isEqualTo(pages);
    tool.listing()
        .ifPresent(
            l -> assertThat(properties.at("/limit/maximum").asInt()).isEqualTo(l.maxLimit()));
    assertThat(properties.has("fields"))
        .isEqualTo(tool.kind() == Tool.Kind.READ || tool.listing().isPresent());
  }

  /** All of them answer 204. */
  @ParameterizedTest
  @MethodSource("tools")
  void changesOfV1ReadTheRecordAgain(Tool tool) {
    boolean changes =
        tool.operation().method().equals("PUT")
            && tool.operation().path().startsWith("/v1/")
            && tool.operation().path().contains("{id}");

    assertThat(tool.rereads().isPresent()).isEqualTo(changes);
    tool.rereads()
        .ifPresent(
            read -> assertThat(CATALOG.tool(read).orElseThrow().scopes()).isEqualTo(tool.scopes()));
  }

  @Test
  void seedExampleIsValid() throws Exception {
    assertThat(
            faults(
                "banking_charge_bank_billet_list",
                """
                {"filters":{"status":"overdue","expire_at":{"lt":"2026-11-01"}},"limit":10,
                 "fields":["amount","expire_at","status"]}"""))
        .isEmpty();
  }

  @Test
  void filterWithOnlyEqualityIsABareValue() throws Exception {
    assertThat(
            faults(
                "banking_charge_bank_billet_list", "{\"filters\":{\"status\":{\"eq\":\"paid\"}}}"))
        .isNotEmpty();
  }

  @Test
  void cancellingManyBoletosNeedsACriterion() throws Exception {
    assertThat(faults("banking_charge_bank_billet_cancel_all", "{}")).isNotEmpty();
    assertThat(faults("banking_charge_bank_billet_cancel_all", "{\"idempotency_key\":\"a\"}"))
        .isNotEmpty();
    assertThat(faults("banking_charge_bank_billet_cancel_all", "{\"bank_billet_ids\":[]}"))
        .isNotEmpty();
    assertThat(faults("banking_charge_bank_billet_cancel_all", "{\"cnpj_cpf\":\"\"}")).isNotEmpty();
    assertThat(faults("banking_charge_bank_billet_cancel_all", "{\"bank_billet_ids\":[7]}"))
        .isEmpty();
  }

  @Test
  void batchThatSendsMoneyNeedsSomethingToSend() throws Exception {
    String account = "\"financial_account_uid\":\"01900000-0000-7000-8000-00000000000a\"";
    for (String kind : List.of("pix", "bank_billet", "tax", "utility")) {
      String tool = "banking_payment_batch_create_" + kind;
      assertThat(faults(tool, "{" + account + ",\"payments\":[]}")).as(tool).isNotEmpty();
      assertThat(faults(tool, "{" + account + ",\"payments\":[{}]}")).as(tool).isNotEmpty();
    }
    for (String kind : List.of("pix", "ted", "internal")) {
      String tool = "banking_transfer_batch_create_" + kind;
      assertThat(faults(tool, "{" + account + ",\"transfers\":[]}")).as(tool).isNotEmpty();
      assertThat(faults(tool, "{" + account + ",\"transfers\":[{}]}")).as(tool).isNotEmpty();
    }
  }

  @Test
  void dueDateFilterNamesItsNativeParameters() {
    Listing listing =
        CATALOG.tool("banking_charge_bank_billet_list").flatMap(Tool::listing).orElseThrow();
    Listing.Filter expireAt =
        listing.filters().stream()
            .filter(f -> f.name().equals("expire_at"))
            .findFirst()
            .orElseThrow();

    assertThat(expireAt.type()).isEqualTo(Listing.Type.DATE);
    assertThat(expireAt.parameters())
        .containsOnly(
            Map.entry(Listing.Operator.GTE, "expire_from"),
            Map.entry(Listing.Operator.LTE, "expire_to"));
  }

  /** With nothing else at hand: a reference to another place would fail here. */
  @Test
  void everySchemaCompilesOnItsOwn() {
    JsonSchemaFactory alone =
        JsonSchemaFactory.getInstance(
            SpecVersion.VersionFlag.V202012,
            b -> b.schemaLoaders(loaders -> loaders.add(DisallowSchemaLoader.getInstance())));
    assertThat(CATALOG.tools())
        .allSatisfy(tool -> alone.getSchema(tool.inputSchema()).initializeValidators());
  }

  private static Set<ValidationMessage> faults(String tool, String arguments) throws Exception {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(CATALOG.tool(tool).orElseThrow().inputSchema())
        .validate(Json.parse(arguments));
  }

  private record Schema(String path, JsonNode node) {}

  /** The schema and every schema within it. */
  private static List<Schema> walk(JsonNode schema, String path) {
    List<Schema> all = new ArrayList<>();
    all.add(new Schema(path, schema));
    schema
        .path("properties")
        .properties()
        .forEach(e -> all.addAll(walk(e.getValue(), path + "." + e.getKey())));
    if (schema.has("items")) {
      all.addAll(walk(schema.get("items"), path + ".[]"));
    }
    return all;
  }
}
