package br.com.kobana.mcp.tools;

import static br.com.kobana.mcp.tools.Samples.answered;
import static br.com.kobana.mcp.tools.Samples.object;
import static br.com.kobana.mcp.tools.Samples.response;
import static br.com.kobana.mcp.tools.Samples.structured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import br.com.kobana.mcp.protocol.Result;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerShapesTest {
  private static final String ID = "{\"id\":\"7\"}";

  @Test
  void aListIsDataAndACursor() {
    Result result = answered(Samples.BILLETS, "{}", 200, "[{\"uid\":\"a\",\"amount\":12.50}]");
    assertThat(result.kind()).isEqualTo(Result.Kind.COMPLETE);
    assertThat(new String(result.members(), StandardCharsets.UTF_8))
        .isEqualTo(
            "\"content\":[{\"type\":\"text\",\"text\":\"{\\\"data\\\":[{\\\"uid\\\":\\\"a\\\","
                + "\\\"amount\\\":12.50}],\\\"meta\\\":{\\\"next_cursor\\\":null}}\"}],"
                + "\"structuredContent\":{\"data\":[{\"uid\":\"a\",\"amount\":12.50}],"
                + "\"meta\":{\"next_cursor\":null}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1234567890123.45",
        "12.50",
        "0.10",
        "9007199254740993",
        "100.000000000000000000001",
        "-0.5"
      })
  void everyNumberKeepsItsDigits(String number) {
    Result result = answered(Samples.BILLET, ID, 200, "{\"amount\":" + number + "}");
    assertThat(Json.text(structured(result))).isEqualTo("{\"data\":{\"amount\":" + number + "}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // v1 is bare, whatever its members are called
        "banking_charge_bank_billet_get|{\"id\":7,\"status\":\"paid\"}|{\"data\":{\"id\":7,\"status\":\"paid\"}}",
        "banking_charge_bank_billet_get|{\"code\":\"x\",\"data\":{\"a\":1}}|{\"data\":{\"code\":\"x\",\"data\":{\"a\":1}}}",
        // v2 has an envelope, of which the status goes
        "banking_charge_pix_get|{\"status\":200,\"data\":{\"uid\":\"u\"}}|{\"data\":{\"uid\":\"u\"}}",
        "banking_charge_pix_get|{\"uid\":\"u\",\"data\":1}|{\"data\":{\"uid\":\"u\",\"data\":1}}",
        "banking_charge_pix_get|{\"status\":200,\"data\":{\"uid\":\"u\"},\"message\":\"ok\",\"outcome\":\"x\",\"sync\":{\"a\":1}}|"
            + "{\"data\":{\"uid\":\"u\"},\"meta\":{\"message\":\"ok\",\"outcome\":\"x\",\"sync\":{\"a\":1}}}",
        // a notice alone
        "banking_charge_bank_billet_cancel|{\"status\":202,\"message\":\"Em andamento\"}|{\"data\":null,\"meta\":{\"message\":\"Em andamento\"}}",
        "banking_charge_bank_billet_cancel|{\"message\":\"ok\"}|{\"data\":null,\"meta\":{\"message\":\"ok\"}}",
        "banking_charge_bank_billet_cancel|{\"status\":\"canceled\"}|{\"data\":{\"status\":\"canceled\"}}",
        "banking_charge_pix_get|{\"status\":200}|{\"data\":null}",
        "banking_charge_pix_get|null|{\"data\":null}",
        "banking_charge_bank_billet_get|\"x\"|{\"data\":\"x\"}",
      })
  void anAnswerIsTakenOutOfItsEnvelope(String tool, String body, String expected) {
    assertThat(Json.text(structured(answered(tool, ID, 200, body)))).isEqualTo(expected);
  }

  @Test
  void theStatementsFiltersAndMetaStandUnderMeta() {
    JsonNode json =
        structured(
            answered(
                Samples.STATEMENT,
                "{\"account\":\"a\"}",
                200,
                "{\"status\":200,\"data\":[],\"pagination\":{\"next_cursor\":null},"
                    + "\"filters\":{\"kind\":null},"
                    + "\"meta\":{\"current_balance\":0.10,\"next_cursor\":\"theirs\"}}"));
    assertThat(Json.text(json))
        .isEqualTo(
            "{\"data\":[],\"meta\":{\"next_cursor\":null,\"filters\":{\"kind\":null},"
                + "\"current_balance\":0.10}}");
  }

  @Test
  void aCommandGivesTheRecordAndTheCommandBeside() {
    JsonNode json =
        structured(
            answered(
                Samples.PIX_CANCEL,
                "{\"uid\":\"u\"}",
                200,
                "{\"status\":200,\"data\":{\"uid\":\"c\",\"status\":\"pending\","
                    + "\"operation\":\"cancel\",\"payload\":{\"secret_key\":\"s\"},"
                    + "\"pix\":{\"uid\":\"u\",\"qrcode\":{\"png\":\"iVBOR\",\"emv\":\"0002\"}}}}"));
    assertThat(Json.text(json))
        .isEqualTo(
            "{\"data\":{\"uid\":\"u\",\"qrcode\":{\"emv\":\"0002\"}},\"meta\":{\"command\":"
                + "{\"uid\":\"c\",\"status\":\"pending\",\"operation\":\"cancel\","
                + "\"payload\":{\"secret_key\":\"***\"}}}}");
  }

  @Test
  void aMaskWrittenFromTheCommandOnIsKeptToo() throws MalformedJson {
    AnswerShapes shapes =
        new AnswerShapes(
            Samples.tool(
                    "x", "PUT", "/v2/mailbox/entries/{uid}", Tool.Kind.WRITE, "mailbox.entries")
                .form(Tool.Form.COMMAND, "mailbox_entry")
                .masked("mailbox_entry.device_id", "token")
                .build());
    assertThat(
            Json.text(
                shapes.shape(
                    response(
                        202,
                        "{\"status\":202,\"data\":{\"operation\":\"x\",\"token\":\"t\","
                            + "\"mailbox_entry\":{\"device_id\":\"d\",\"token\":\"t\"}}}"))))
        .isEqualTo(
            "{\"data\":{\"device_id\":\"***\",\"token\":\"***\"},"
                + "\"meta\":{\"command\":{\"operation\":\"x\",\"token\":\"***\"}}}");
  }

  @Test
  void aCommandToolThatAnswersWithTheRecordItselfGivesTheRecord() {
    assertThat(
            Json.text(
                structured(
                    answered(
                        Samples.PIX_CANCEL,
                        "{\"uid\":\"u\"}",
                        200,
                        "{\"status\":200,\"data\":{\"uid\":\"u\",\"status\":\"canceled\"}}"))))
        .isEqualTo("{\"data\":{\"uid\":\"u\",\"status\":\"canceled\"}}");
  }

  @ParameterizedTest
  @CsvSource({"204,''", "200,''", "202,' \n'"})
  void aWriteWithoutContentSaysSo(int status, String body) {
    Result result = answered(Samples.CANCEL, ID, status, body);
    assertThat(Json.text(structured(result))).isEqualTo("{\"data\":null}");
    assertThat(object(result).at("/content/1/text").textValue())
        .isEqualTo("The operation succeeded; the API returned no content.");
    assertThat(object(result).has("isError")).isFalse();
  }

  @Test
  void fieldsProjectRowsKeepingTheirShape() {
    JsonNode json =
        structured(
            answered(
                Samples.BILLETS,
                "{\"fields\":[\"amount\",\"person.name\",\"items.price\",\"tags\"]}",
                200,
                "[{\"uid\":\"a\",\"amount\":1.10,\"person\":{\"name\":\"Ana\",\"age\":3},"
                    + "\"items\":[{\"price\":2.00,\"q\":1},{\"q\":2}],\"tags\":[\"x\"]},"
                    + "{\"uid\":\"b\",\"person\":null,\"items\":[]}]"));
    assertThat(Json.text(json))
        .isEqualTo(
            "{\"data\":[{\"amount\":1.10,\"person\":{\"name\":\"Ana\"},"
                + "\"items\":[{\"price\":2.00},{}],\"tags\":[\"x\"]},"
                + "{\"person\":null,\"items\":[]}],\"meta\":{\"next_cursor\":null}}");
  }

  @Test
  void aFieldThatNoRowHadIsNamed() {
    String fields = "{\"fields\":[\"amount\",\"colour\",\"person.age\",\"amount.x\",\"a..b\"]}";
    JsonNode json =
        structured(answered(Samples.BILLETS, fields, 200, "[{\"amount\":1,\"person\":{}}]"));
    assertThat(json.at("/meta/unknown_fields").toString())
        .isEqualTo("[\"colour\",\"person.age\",\"a..b\"]");
    assertThat(structured(answered(Samples.BILLETS, fields, 200, "[]")).at("/meta").toString())
        .isEqualTo("{\"next_cursor\":null}");
  }

  @Test
  void aFieldBelowANullIsNotCalledUnknown() {
    JsonNode json =
        structured(
            answered(
                Samples.BILLETS,
                "{\"fields\":[\"person.name\",\"items.price\"]}",
                200,
                "[{\"person\":null,\"items\":[]}]"));
    assertThat(json.path("meta").has("unknown_fields")).isFalse();
  }

  @Test
  void aRecordIsProjectedToo() {
    assertThat(
            Json.text(
                structured(
                    answered(
                        Samples.BILLET,
                        "{\"id\":\"7\",\"fields\":[\"amount\"]}",
                        200,
                        "{\"amount\":1.10,\"uid\":\"a\"}"))))
        .isEqualTo("{\"data\":{\"amount\":1.10}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|{\"qrcode\":{\"emv\":\"e\"},\"uid\":\"u\"}",
        "[\"qrcode\"]|{\"qrcode\":{\"emv\":\"e\"}}",
        "[\"qrcode.png\"]|{\"qrcode\":{\"png\":\"iVBOR\"}}",
        "[\"uid\",\"qrcode.png\",\"qrcode\"]|{\"qrcode\":{\"png\":\"iVBOR\",\"emv\":\"e\"},\"uid\":\"u\"}",
      })
  void aHeavyFieldComesOnlyWhenNamed(String fields, String expected) {
    JsonNode json =
        structured(
            answered(
                Samples.PIX,
                "{\"id\":\"u\",\"fields\":" + fields + "}",
                200,
                "{\"status\":200,\"data\":"
                    + "{\"qrcode\":{\"png\":\"iVBOR\",\"emv\":\"e\"},\"uid\":\"u\"}}"));
    assertThat(Json.text(json.path("data"))).isEqualTo(expected);
  }

  @Test
  void maskedFieldsAndSecretsNeverLeave() {
    JsonNode json =
        structured(
            answered(
                Samples.CUSTOMER,
                ID,
                200,
                "{\"name\":\"Ana\",\"portal_password\":\"p\",\"notes\":{\"a\":1},"
                    + "\"contacts\":[{\"pin\":1234,\"mail\":\"m\"}],"
                    + "\"deep\":[[{\"credentials\":{\"user\":\"u\"}}]],\"activation_token\":null}"));
    assertThat(Json.text(json))
        .isEqualTo(
            "{\"data\":{\"name\":\"Ana\",\"portal_password\":\"***\",\"notes\":\"***\","
                + "\"contacts\":[{\"pin\":\"***\",\"mail\":\"m\"}],"
                + "\"deep\":[[{\"credentials\":\"***\"}]],\"activation_token\":\"***\"}}");
  }

  @Test
  void askingForAMaskedFieldGivesTheMask() {
    JsonNode json =
        structured(
            answered(
                Samples.CUSTOMER,
                "{\"id\":\"7\",\"fields\":[\"portal_password\",\"contacts.pin\",\"notes.a\"]}",
                200,
                "{\"portal_password\":\"p\",\"notes\":{\"a\":1},\"contacts\":[{\"pin\":1234}]}"));
    assertThat(Json.text(json.path("data")))
        .isEqualTo("{\"portal_password\":\"***\",\"contacts\":[{\"pin\":\"***\"}]}");
  }

  @Test
  void anEndlessListOfFieldsIsRefused() {
    String field = "\"" + "a.".repeat(150) + "\"";
    assertThat(Samples.refused(Samples.BILLETS, "{\"fields\":[" + field + "]}"))
        .contains("\"fields\"");
    assertThat(Samples.refused(Samples.BILLETS, "{\"fields\":[" + "\"a\",".repeat(200) + "\"a\"]}"))
        .contains("\"fields\" takes at most 200");
  }

  @Test
  void resourcesReadTheSameShape() throws MalformedJson {
    AnswerShapes shapes = new AnswerShapes(Samples.catalog().tool(Samples.CUSTOMER).orElseThrow());
    assertThat(
            Json.text(shapes.shape(response(200, "{\"name\":\"Ana\",\"portal_password\":\"p\"}"))))
        .isEqualTo("{\"data\":{\"name\":\"Ana\",\"portal_password\":\"***\"}}");
    assertThat(Json.text(shapes.shape(response(204, "")))).isEqualTo("{\"data\":null}");
    assertThatThrownBy(() -> shapes.shape(response(200, "<html>")))
        .isInstanceOf(MalformedJson.class);
  }
}
