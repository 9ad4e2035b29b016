package br.com.kobana.mcp.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.catalog.Catalog;
import br.com.kobana.mcp.catalog.CatalogLoader;
import br.com.kobana.mcp.catalog.Tool;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfirmationTextTest {
  private static final Catalog CATALOG = CatalogLoader.fromClassPath();
  private static final String CANCEL = "banking_charge_bank_billet_cancel";
  private static final String BILLET =
      "{'id':60,'amount':1234.56,'customer_person_name':'Maria da Silva',"
          + "'customer_cnpj_cpf':'123.456.789-09','expire_at':'2026-12-10','status':'opened'}";
  private final ConfirmationText text = new ConfirmationText(CATALOG, "sandbox (testes)");

  static ObjectNode json(String singleQuoted) {
    try {
      return (ObjectNode) Json.parse(singleQuoted.replace('\'', '"'));
    } catch (MalformedJson e) {
      throw new AssertionError(singleQuoted, e);
    }
  }

  private ConfirmationText.Question ask(String tool, ObjectNode arguments, String record) {
    return text.of(
        CATALOG.tool(tool).orElseThrow(),
        arguments,
        record.isEmpty()
            ? Optional.empty()
            : Optional.of(new KnownRecord("banking_charge_bank_billet_get", json(record))),
        Optional.empty(),
        false);
  }

  private byte[] shown(String record) {
    return ask(CANCEL, json("{'id':'60'}"), record).shown();
  }

  @Test
  void saysWhatToWhomHowMuchWhenAndWhere() {
    assertThat(ask(CANCEL, json("{'id':'60','cancellation_reason':2}"), BILLET).message())
        .isEqualTo(
            """
            Cancelar boleto
            Valor: R$ 1.234,56 (mil duzentos e trinta e quatro reais e cinquenta e seis centavos)
            Pagador: Maria da Silva
            Documento do pagador: ***.456.789-**
            Vencimento: 10/12/2026
            Situação: em aberto
            Identificador: 60
            Motivo (1 outro, 2 fraude, 3 óbito, 4 erro, 5 quitado): 2
            Ambiente: sandbox (testes)""");
  }

  @Test
  void whatTheCallSetsStandsBesideWhatTheRecordHas() {
    assertThat(
            ask(
                    "banking_charge_bank_billet_duplicate",
                    json("{'id':'60','amount':99.9,'cancel':false}"),
                    BILLET)
                .message())
        .contains("Valor: R$ 99,90 (noventa e nove reais e noventa centavos)\n")
        .contains("Valor (atual): R$ 1.234,56")
        .contains("Cancelar a original: não\n");
  }

  @Test
  void batchShowsCountTotalAndEachPayee() {
    ObjectNode arguments =
        json(
            "{'financial_account_uid':'0190','transfers':["
                + "{'amount':1000,'type':'key','key':'ana@loja.com.br','beneficiary':{'name':'Ana',"
                + "'document_number':'12345678909'},'scheduled_to':'2026-12-01'},"
                + "{'amount':234.5,'beneficiary':{'name':'Beto','document_number':'12345678000195'},"
                + "'bank_account':{'compe_number':341,'account_number':'123456'}},"
                + "{'uid':'01900000-0000-7000-8000-000000000001'}]}");

    assertThat(ask("banking_transfer_batch_create_pix", arguments, "").message())
        .isEqualTo(
            """
            ENVIAR DINHEIRO: transferir por Pix em lote
            Transferências: 3, total R$ 1.234,50 (mil duzentos e trinta e quatro reais e cinquenta centavos), sem contar 1 sem valor informado
            1. Ana, ***.456.789-**, R$ 1.000,00, 01/12/2026, ana@loja[.]com[.]br
            2. Beto, **.345.678/0001-**, R$ 234,50, 341, ***3456
            3. 01900000-0000-7000-8000-000000000001
            Conta financeira: 0190
            Ambiente: sandbox (testes)""");
  }

  @Test
  void longBatchIsCountedWhereItIsNotListed() {
    ObjectNode arguments = json("{'financial_account_uid':'0190'}");
    ArrayNode payments = arguments.putArray("payments");
    for (int i = 1; i <= 500; i++) {
      payments.addObject().put("amount", 1).put("qrcode", "q".repeat(200) + i);
    }

    assertThat(ask("banking_payment_batch_create_pix", arguments, "").message())
        .contains("Pagamentos: 500, total R$ 500,00 (quinhentos reais)\n")
        .contains("… e mais 490")
        .endsWith("Ambiente: sandbox (testes)")
        .hasSizeLessThanOrEqualTo(ConfirmationText.LONGEST);
  }

  @Test
  void changeOfAnItemThatIsNotListedIsAChange() {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      items.append(i == 0 ? "" : ",").append("{'uid':'").append(i).append("','amount':1}");
    }
    String before = "{'payments':[" + items + "]}";
    String after = before.replace("'uid':'29','amount':1}", "'uid':'29','amount':2}");
    Tool approve = CATALOG.tool("banking_payment_batch_approve").orElseThrow();

    assertThat(digest(approve, before)).isNotEqualTo(digest(approve, after));
  }

  private byte[] digest(Tool tool, String record) {
    KnownRecord known = new KnownRecord("banking_payment_batch_get", json(record));
    return text.of(tool, json("{'uid':'x'}"), Optional.of(known), Optional.empty(), false).shown();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1234.56|1234.57",
        "Maria da Silva|Mario da Silva",
        // Masked alike, and still another person.
        "123.456.789-09|321.456.789-90",
        "2026-12-10|2026-12-11",
        "opened|paid",
      })
  void changeOfWhatWasShownIsAChange(String change) {
    String[] parts = change.split("\\|");
    assertThat(shown(BILLET.replace(parts[0], parts[1]))).isNotEqualTo(shown(BILLET));
  }

  @Test
  void changeOfWhatWasNotShownIsNone() {
    assertThat(shown(BILLET.replace("'id':60", "'id':60,'updated_at':'2026-01-01'")))
        .isEqualTo(shown(BILLET));
    assertThat(shown(BILLET.replace("1234.56", "1234.560"))).isEqualTo(shown(BILLET));
  }

  @Test
  void textOfOthersCannotForgeALine() {
    String forged =
        BILLET.replace("Maria da Silva", "Maria\\nValor: R$ 0,01\\nhttps://golpe.com/\\u202e");

    assertThat(ask(CANCEL, json("{'id':'60'}"), forged).message())
        .contains("Pagador: Maria Valor: R$ 0,01 golpe[.]com/\n")
        .doesNotContain("\nValor: R$ 0,01")
        .doesNotContain("://");
  }

  @Test
  void subAccountAndChangeAreSaid() {
    assertThat(
            text.of(
                    CATALOG.tool(CANCEL).orElseThrow(),
                    json("{'id':'60'}"),
                    Optional.empty(),
                    Optional.of("01900000-0000-7000-8000-0000000000a1"),
                    true)
                .message())
        .isEqualTo(
            """
            Cancelar boleto
            Os dados mudaram desde a pergunta anterior. Confira de novo.
            Identificador: 60
            Subconta: 01900000-0000-7000-8000-0000000000a1
            Ambiente: sandbox (testes)""");
  }

  @Test
  void secretsOfTheCallAreNotRepeated() {
    ObjectNode arguments =
        json(
            "{'provider_slug':'itau','label':'x','credentials':{'client_secret':'S3CR3T'},"
                + "'associations':[{'password':'S3CR3T','kind':'k'}]}");

    assertThat(ask("banking_integration_connection_create", arguments, "").message())
        .contains("Credenciais: (informado, não exibido)")
        .doesNotContain("S3CR3T");
  }

  @Test
  void keyAndFieldsOfTheAnswerAreNoneOfItsBusiness() {
    assertThat(ask(CANCEL, json("{'id':'60','idempotency_key':'k-1'}"), "").message())
        .doesNotContain("k-1");
  }

  static Stream<Tool> destructive() {
    return CATALOG.tools().stream().filter(t -> t.kind() == Tool.Kind.DESTRUCTIVE);
  }

  @ParameterizedTest
  @MethodSource("destructive")
  void everyDestructiveToolHasItsOwnWords(Tool tool) {
    assertThat(tool.question().title()).isPresent();
    assertThat(ask(tool.name(), Json.object(), "").message())
        .startsWith(tool.question().title().orElseThrow() + "\n");
  }

  @Test
  void toolWithoutWordsHasADefault() {
    Tool tool = CATALOG.tool("banking_charge_bank_billet_update").orElseThrow();

    assertThat(ask(tool.name(), json("{'id':'60','amount':10,'tags':['a','b']}"), BILLET).message())
        .isEqualTo(
            """
            Executar "Change a boleto"
            Pagador: Maria da Silva
            Valor: R$ 10,00 (dez reais)
            Valor (atual): R$ 1.234,56 (mil duzentos e trinta e quatro reais e cinquenta e seis centavos)
            Vencimento: 10/12/2026
            Situação: em aberto
            Documento do pagador: ***.456.789-**
            Identificador: 60
            Etiquetas: a, b
            Ambiente: sandbox (testes)""");
  }
}
