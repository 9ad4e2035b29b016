package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Batches, which take payments to the bank: {@code /v2/payment/batches} and one path to create them
 * for each kind of payment.
 */
final class PaymentBatches {
  private static final String SCOPE = "payment.batches";

  private static final Commands.Subject SUBJECT =
      new Commands.Subject("PaymentBatch", "payment_batch", PaymentBatches::shown);

  private static final BatchDecisions DECISIONS =
      new BatchDecisions(
          SUBJECT, "Lote de Pagamento", PaymentBatches::payments, Payments.STOPPABLE);

  private PaymentBatches() {}

  static List<Operation> operations() {
    Resource batches =
        Resource.at("/v2/payment/batches", Kind.PAYMENT_BATCH, SCOPE)
            .view(PaymentBatches::shown)
            .list()
            .get()
            .onItem("PUT", "/approve", DECISIONS::approve)
            .onItem("PUT", "/reprove", DECISIONS::reprove)
            .onItem("PUT", "/cancel", DECISIONS::cancel);
    return Stream.concat(Stream.of(batches), PaymentKind.withPaths().map(PaymentBatches::creation))
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  static ObjectNode fields(String uid, Row account, String stamp) {
    return Json.object()
        .put("uid", uid)
        .put("status", "pending")
        .put("registration_status", "pending")
        .put(FinancialAccounts.PARAM, account.uid())
        .put("payment_account_uid", FinancialAccounts.service(account, "payment.account"))
        .put("created_at", stamp)
        .put("updated_at", stamp);
  }

  private static Resource creation(PaymentKind kind) {
    String path = "/v2/payment/" + kind.wireName() + "_batches";
    return Resource.at(path, Kind.PAYMENT_BATCH, SCOPE)
        .view(PaymentBatches::shown)
        .create(call -> check(call, kind), call -> make(call, kind), PaymentBatches::register);
  }

  /** The bank took the batch: it waits for someone's approval. */
  static void register(Row batch) {
    batch.json().put("status", "awaiting_approval").put("registration_status", "confirmed");
  }

  private static Problems check(Call call, PaymentKind kind) {
    Problems problems = new Problems(call.body()).requiredAccount(call).required("payments");
    ServiceAccounts.checkNamed(
        call, problems, call.body(), Kind.PAYMENT_ACCOUNT, "payment_account_uid");
    if (!call.field("payments").isArray()) {
      return problems.absent("payments") ? problems : problems.add("payments", "não é uma lista");
    }
    Set<String> once = new HashSet<>();
    for (JsonNode sent : call.field("payments")) {
      if (!(sent instanceof ObjectNode payment)) {
        problems.add("payments", "não é válido");
      } else if (payment.has("uid")) {
        String uid = payment.path("uid").asText();
        if (waiting(call, uid, kind).isEmpty() || !once.add(uid)) {
          problems.add("payments.uid", "não é um pagamento pendente, sem lote e deste tipo");
        }
      } else {
        problems.addAll(Payments.check(call, payment, kind, "payments."));
        String externalId = payment.path("external_id").asText("");
        if (!externalId.isEmpty() && !once.add("external:" + externalId)) {
          problems.add("payments.external_id", "já está em uso");
        }
      }
    }
    return problems;
  }

  private static Row make(Call call, PaymentKind kind) {
    Row account =
        call.named(Kind.FINANCIAL_ACCOUNT, call.field(FinancialAccounts.PARAM).asText())
            .orElseThrow();
    List<Row> payments = new ArrayList<>();
    for (JsonNode sent : call.field("payments")) {
      payments.add(
          waiting(call, sent.path("uid").asText(), kind)
              .orElseGet(() -> Payments.make(call, (ObjectNode) sent, kind, Optional.of(account))));
    }
    Row batch =
        call.table(Kind.PAYMENT_BATCH).add((id, uid) -> fields(uid, account, call.times().stamp()));
    payments.forEach(payment -> payment.json().put("batch_uid", batch.uid()));
    return batch;
  }

  /** A payment that a batch can take. */
  private static Optional<Row> waiting(Call call, String uid, PaymentKind kind) {
    return call.named(Kind.PAYMENT, uid)
        .filter(row -> row.is("kind", kind.wireName()) && row.is("status", "pending"))
        .filter(row -> row.json().path("batch_uid").isNull());
  }

  /** A batch shows its payments as they are now, in the order they were sent. */
  private static ObjectNode shown(Call call, Row batch) {
    ObjectNode json = batch.json().deepCopy();
    ArrayNode payments = json.putArray("payments");
    payments(call, batch).forEach(payment -> payments.add(payment.json()));
    return json;
  }

  private static List<Row> payments(Call call, Row batch) {
    return call.table(Kind.PAYMENT).rows().stream()
        .filter(payment -> payment.is("batch_uid", batch.uid()))
        .toList();
  }
}
