package br.com.kobana.mcp.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import br.com.kobana.mcp.catalog.CatalogLoader.Source;
import br.com.kobana.mcp.jsonrpc.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogLoaderTest {
  private static final String INDEX =
      """
      files: [pix.yaml]
      scopes: [charge.pix, crm.customers]
      """;

  private static final String PIX =
      """
      resource: pix
      title: Pix charges
      scope: charge.pix
      masked: [secret_key]
      fields:
        uid: string
        amount: {type: number, description: BRL.}
      tools:
        - name: pix_list
          title: List
          description: Lists charges.
          operation: GET /v2/charge/pix
          kind: read
          annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}
          shape: list
          listing:
            paging: page
            limit: 50
            filters:
              status: {eq: status, values: [paid]}
              paid_at: {type: date, gte: paid_from, lte: paid_to}
          heavy: [qrcode.png]
          returns: [uid, status]
        - name: pix_get
          title: Get
          description: Reads a charge.
          operation: GET /v2/charge/pix/{uid}
          kind: read
          annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}
          shape: record
          use: [uid]
        - name: pix_create
          title: Create
          description: Creates a charge.
          operation: POST /v2/charge/pix
          kind: write
          annotations: {readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false}
          shape: record
          required: [amount]
          use: [amount]
          arguments:
            payer:
              type: object
              required: [name]
              properties:
                name: {type: string}
            tags: {type: array, items: {type: string}}
      records:
        - name: pix
          title: Pix
          description: A charge.
          uriTemplate: kobana://banking/charge/pix/{uid}
          readTool: pix_get
          listTool: pix_list
          titleFields: [status]
          updatedField: updated_at
      aliases:
        charge_pix_list: pix_list
      """;

  @Test
  void readsToolsRecordsAndAliases() {
    Catalog catalog = load(PIX);

    assertThat(catalog.tools())
        .extracting(Tool::name)
        .containsExactly("pix_list", "pix_get", "pix_create");
    assertThat(catalog.tool("charge_pix_list")).isEqualTo(catalog.tool("pix_list")).isPresent();
    assertThat(catalog.tool("pix_list").orElseThrow().masked()).containsExactly("secret_key");
    assertThat(catalog.tool("pix_list").orElseThrow().heavy()).containsExactly("qrcode.png");
    RecordType record = catalog.recordTypes().get(0);
    assertThat(record.variables()).containsExactly(Map.entry("uid", "uid"));
    assertThat(record.updatedField()).contains("updated_at");
  }

  @Test
  void argumentsGoWhereTheOperationWantsThem() {
    Catalog catalog = load(PIX);

    assertThat(catalog.tool("pix_get").orElseThrow().arguments())
        .extracting(Tool.Argument::place)
        .containsExactly(Tool.Place.PATH);
    assertThat(catalog.tool("pix_create").orElseThrow().arguments())
        .extracting(Tool.Argument::place)
        .containsExactly(
            Tool.Place.BODY, Tool.Place.BODY, Tool.Place.BODY, Tool.Place.IDEMPOTENCY_KEY);
  }

  @Test
  void schemaOfAListHasFiltersLimitCursorAndFields() {
    assertThat(Json.text(load(PIX).tool("pix_list").orElseThrow().inputSchema()))
        .isEqualTo(
            """
            {"type":"object","properties":{"filters":{"type":"object","properties":{\
            "status":{"type":"string","enum":["paid"]},\
            "paid_at":{"type":"object","properties":{\
            "eq":{"type":"string","format":"date"},"gt":{"type":"string","format":"date"},\
            "gte":{"type":"string","format":"date"},"lt":{"type":"string","format":"date"},\
            "lte":{"type":"string","format":"date"}},"additionalProperties":false,\
            "minProperties":1}},"additionalProperties":false},\
            "limit":{"type":"integer","minimum":1,"maximum":50},\
            "cursor":{"type":"string","description":"From meta.next_cursor."},\
            "fields":{"type":"array","items":{"type":"string"},\
            "description":"Only these, e.g. uid, status"}},"additionalProperties":false}""");
  }

  @Test
  void schemaOfAWriteIsClosedAtEveryLevel() {
    assertThat(Json.text(load(PIX).tool("pix_create").orElseThrow().inputSchema()))
        .isEqualTo(
            """
            {"type":"object","properties":{"amount":{"type":"number","description":"BRL."},\
            "payer":{"type":"object","properties":{"name":{"type":"string"}},\
            "required":["name"],"additionalProperties":false},\
            "tags":{"type":"array","items":{"type":"string"}},\
            "idempotency_key":{"type":"string",\
            "description":"Reuse it to retry without doing twice.",\
            "minLength":1,"maxLength":255}},"required":["amount"],"additionalProperties":false}""");
  }

  @Test
  void toolWithoutArgumentsHasAnEmptyClosedSchema() {
    assertThat(Json.text(InputSchemas.build(List.of(), Optional.empty(), false, List.of(), 0)))
        .isEqualTo("{\"type\":\"object\",\"additionalProperties\":false}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "title: List|titel: List|pix.yaml: pix_list: titel: is not known here",
        "title: List||pix.yaml: pix_list: title: is missing",
        "name: pix_get|name: pix_list|pix.yaml: pix_list: name: is the name of another tool",
        "name: pix_get|name: Pix-get|pix.yaml: tools[2].name: \"Pix-get\" is not 1 to 64",
        "scope: charge.pix|scope: charge.pi|pix.yaml: scope: \"charge.pi\" is not among the scopes",
        "kind: write|kind: writes|pix.yaml: pix_create: kind: \"writes\" is not one of read, write,"
            + " destructive",
        "kind: write|kind: destructive|pix_create: annotations.destructiveHint: is false, which"
            + " contradicts kind",
        "operation: POST|operation: post|pix_create: operation: \"post /v2/charge/pix\" is not a"
            + " method and a path",
        "operation: GET /v2/charge/pix/{uid}|operation: GET /v2/charge/pix|pix_get: operation: is"
            + " that of pix_list",
        "use: [uid]|use: [amount]|pix_get: arguments: lacks uid of the path",
        "use: [uid]|use: [iud]|pix_get: use: iud is not among the fields of this file",
        "tags: {type: array|tags: {in: path, type: array|pix_create: arguments.tags: tags is not in"
            + " the path",
        "tags: {type: array|cursor: {type: array|pix_create: arguments.cursor: is a name the"
            + " gateway uses itself",
        "tags: {type: array|tags: {as: amount, type: array|pix_create: arguments.tags: goes where"
            + " another argument goes",
        "tags: {type: array|tags: {header: Tags, type: array|pix_create: arguments.tags.header: is for"
            + " arguments whose type is string",
        "tags: {type: array|tags: {header: 'a b', type: array|pix_create: arguments.tags.header: is"
            + " not 1 to 64",
        "items: {type: string}|maxItems: 3|pix_create: arguments.tags.items: is missing",
        "items: {type: string}|items: {type: text}|pix_create: arguments.tags.items.type: \"text\""
            + " is not one of string",
        "name: {type: string}|name: {type: string, nullable: true}|pix_create:"
            + " arguments.payer.properties.name.nullable: is not known here",
        "name: {type: string}|name: {type: [string, integer]}|pix_create:"
            + " arguments.payer.properties.name.type: is a list, text is needed",
        "name: {type: string}|name: {type: string, enum: [1]}|pix_create:"
            + " arguments.payer.properties.name.enum: 1 is not of type string",
        "name: {type: string}|name: {type: string, pattern: \"(\"}|arguments.payer.properties.name"
            + ".pattern: is not a regular expression",
        "required: [name]|required: [nome]|pix_create: arguments.payer.required: nome is not among"
            + " the properties",
        "required: [amount]|required: [amont]|pix_create: required: amont is not an argument",
        "required: [amount]|required: [amount]\\n    rereads: pix_lost|rereads: \"pix_lost\" is not a"
            + " tool",
        "required: [amount]|required: [amount]\\n    rereads: pix_list|rereads: pix_list does not read"
            + " one record",
        "required: [amount]|required: [amount]\\n    rereads: pix_get|pix_create: rereads: pix_get has"
            + " variables in its path that this tool has not",
        "use: [uid]|use: [uid]\\n    rereads: pix_get|pix_get: rereads: is for tools that write",
        "shape: record|shape: list|pix_get: listing: is missing",
        "paging: page|paging: pages|pix_list: listing.paging: \"pages\" is not one of page, keyset,"
            + " none",
        "limit: 50|limit: 501|pix_list: listing.limit: is 501, at most 200",
        "gte: paid_from|gte: status|pix_list: listing.filters.paid_at.gte: status is already sent",
        "gte: paid_from|gt: paid_from|pix_list: listing.filters.paid_at.gt: is not known here",
        "readTool: pix_get|readTool: pix_got|pix.yaml: pix: readTool: \"pix_got\" is not a tool",
        "readTool: pix_get|readTool: pix_create|pix: readTool: pix_create does not read one record",
        "listTool: pix_list|listTool: pix_get|pix: listTool: pix_get does not list",
        "pix/{uid}\\n    readTool|pix/{id}\\n    readTool|pix: variables: are [id]",
        "charge_pix_list: pix_list|charge_pix_list: pix_lost|aliases.charge_pix_list: \"pix_lost\""
            + " is not a tool",
        "charge_pix_list: pix_list|pix_get: pix_list|aliases.pix_get: is the name of a tool",
        "description: Lists charges.|description: [a]|pix_list: description: is a list, text is"
            + " needed",
        "title: Pix charges|title: *a|YAML aliases",
        "resource: pix|resource: [|pix.yaml: line",
      })
  void mistakeIsOneLineThatSaysWhereAndWhat(String written, String mistake, String expected) {
    String from = written.replace("\\n", "\n");
    String to = mistake == null ? "" : mistake.replace("\\n", "\n");
    assertThat(PIX).contains(from);

    String edited = PIX.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    assertThat(problems(INDEX, edited)).anyMatch(line -> line.contains(expected));
  }

  @ParameterizedTest
  @CsvSource({"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
  void everyAnnotationIsWrittenOut(String hint) {
    assertThat(problems(INDEX, PIX.replaceFirst(hint + ": (true|false),? ?", "")))
        .contains("pix.yaml: pix_list: annotations." + hint + ": is missing");
  }

  @Test
  void sameKeyTwiceIsRefusedWithItsLine() {
    assertThat(problems(INDEX, PIX.replaceFirst("title: List", "title: List\n    title: Again")))
        .singleElement()
        .asString()
        .startsWith("pix.yaml: line ")
        .contains("Duplicate field 'title'");
  }

  @Test
  void readAfterAWriteIsRefused() {
    String edited = PIX.replaceFirst("kind: read", "kind: write");

    assertThat(problems(INDEX, edited))
        .contains("pix.yaml: pix_get: is a read after a write; reads come first");
  }

  @Test
  void longDescriptionsAreRefused() {
    String sixtyOne = "word ".repeat(61).strip();
    String twentyOne = "word ".repeat(21).strip();

    assertThat(problems(INDEX, PIX.replace("Lists charges.", sixtyOne)))
        .containsExactly("pix.yaml: pix_list: description: has 61 words, 60 are allowed");
    assertThat(problems(INDEX, PIX.replace("BRL.", twentyOne)))
        .containsExactly(
            "pix.yaml: pix_create: arguments.amount.description: has 21 words, 20 are allowed");
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    String edited = PIX.replace("kind: read", "kind: look").replace("title: Get", "titel: Get");

    assertThat(problems(INDEX, edited)).hasSizeGreaterThan(3);
  }

  @Test
  void formerNameBelongsToOneTool() {
    String other =
        """
        resource: other
        title: Other
        scope: charge.pix
        tools: []
        aliases:
          charge_pix_list: pix_get
        """;
    InvalidCatalog refused =
        catchThrowableOfType(
            InvalidCatalog.class,
            () ->
                CatalogLoader.load(
                    List.of(
                        new Source("index.yaml", INDEX.replace("pix.yaml", "pix.yaml, other.yaml")),
                        new Source("pix.yaml", PIX),
                        new Source("other.yaml", other))));
    assertThat(refused.problems())
        .containsExactly("other.yaml: aliases.charge_pix_list: is given in another file too");
  }

  @Test
  void indexAndFilesMustAgree() {
    assertThat(problems("files: [a.yaml]\nscopes: []\n", PIX))
        .contains(
            "index.yaml: files: a.yaml does not exist", "pix.yaml: is not named in index.yaml");
    InvalidCatalog refused =
        catchThrowableOfType(
            InvalidCatalog.class, () -> CatalogLoader.load(List.of(new Source("pix.yaml", PIX))));
    assertThat(refused).hasMessage("index.yaml: is missing: it names the other files in order");
  }

  @Test
  void directoryIsReadLikeTheClassPath(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("index.yaml"), INDEX);
    Files.writeString(directory.resolve("pix.yaml"), PIX);
    Files.writeString(directory.resolve("notes.txt"), "not a catalogue file");

    assertThat(CatalogLoader.fromDirectory(directory).tools()).hasSize(3);
  }

  private static Catalog load(String pix) {
    return CatalogLoader.load(sources(INDEX, pix));
  }

  private static List<String> problems(String index, String pix) {
    InvalidCatalog refused =
        catchThrowableOfType(InvalidCatalog.class, () -> CatalogLoader.load(sources(index, pix)));
    assertThat(refused).isNotNull();
    return refused.problems();
  }

  private static List<Source> sources(String index, String pix) {
    return new ArrayList<>(List.of(new Source("pix.yaml", pix), new Source("index.yaml", index)));
  }

  @Test
  void aToolThatIsOffIsGoneWithTheRecordsThatOnlyItReads() {
    Catalog packaged = CatalogLoader.fromClassPath();
    String read = packaged.recordTypes().get(0).readTool();
    String list = packaged.recordTypes().get(1).listTool().orElseThrow();
    Catalog less = withPackagedIndex("off: [" + read + ", " + list + "]\n");
    assertThat(less.tool(read)).isEmpty();
    assertThat(less.tools()).hasSize(packaged.tools().size() - 2);
    assertThat(less.recordTypes()).hasSize(packaged.recordTypes().size() - 1);
    assertThat(less.recordTypes().get(0).listTool()).isEmpty();
  }

  @Test
  void aToolThatIsOffMustExist() {
    InvalidCatalog refused =
        catchThrowableOfType(
            InvalidCatalog.class, () -> withPackagedIndex("off: [banking_pay_all]\n"));
    assertThat(refused).hasMessageContaining("index.yaml: off: banking_pay_all is no tool");
  }

  private static Catalog withPackagedIndex(String more) {
    List<Source> sources = new ArrayList<>();
    try (var files = Files.list(Path.of("src/main/resources/catalog"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        String text = Files.readString(file);
        sources.add(new Source(name, name.equals("index.yaml") ? text + more : text));
      }
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return CatalogLoader.load(sources);
  }
}
