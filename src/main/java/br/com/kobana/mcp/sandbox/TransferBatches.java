package br.com.kobana.mcp.sandbox;

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
 * Batches, which take transfers to the bank: {@code /v2/transfer/batches} and one path to create
 * them for each kind of transfer.
 */
final class TransferBatches {
  private static final String SCOPE = "transfer.batches";

  private static final BatchDecisions DECISIONS =
      new BatchDecisions(
          new Commands.Subject(
              "Financial::TransferBatch", "financial_transfer_batch", TransferBatches::shown),
          "Lote de Transferência",
          TransferBatches::transfers,
          Transfers.STOPPABLE);

  private TransferBatches() {}

  static List<Operation> operations() {
    Resource batches =
        Resource.at("/v2/transfer/batches", Kind.TRANSFER_BATCH, SCOPE)
            .view(TransferBatches::shown)
            .list()
            .get()
            .onItem("PUT", "/approve", DECISIONS::approve)
            .onItem("PUT", "/reprove", DECISIONS::reprove)
            .onItem("PUT", "/cancel", DECISIONS::cancel);
    return Stream.concat(
            Stream.of(batches), Transfers.KINDS.stream().map(TransferBatches::creation))
        .flatMap(resource -> resource.operations().stream())
        .toList();
  }

  private static Resource creation(String kind) {
    return Resource.at("/v2/transfer/" + kind + "_batches", Kind.TRANSFER_BATCH, SCOPE)
        .view(TransferBatches::shown)
        .create(call -> check(call, kind), call -> make(call, kind), PaymentBatches::register);
  }

  private static Problems check(Call call, String kind) {
    Problems problems = new Problems(call.body()).requiredAccount(call).required("transfers");
    ServiceAccounts.checkNamed(
        call, problems, call.body(), Kind.TRANSFER_ACCOUNT, "transfer_account_uid");
    if (!call.field("transfers").isArray()) {
      return problems.absent("transfers") ? problems : problems.add("transfers", "não é uma lista");
    }
    Set<String> once = new HashSet<>();
    for (JsonNode sent : call.field("transfers")) {
      if (!(sent instanceof ObjectNode transfer)) {
        problems.add("transfers", "não é válido");
      } else if (transfer.has("uid")) {
        String uid = transfer.path("uid").asText();
        if (waiting(call, uid, kind).isEmpty() || !once.add(uid)) {
          problems.add("transfers.uid", "não é uma transferência pendente, sem lote e deste tipo");
        }
      } else {
        problems.addAll(Transfers.check(call, transfer, kind, "transfers."));
        String externalId = transfer.path("external_id").asText("");
        if (!externalId.isEmpty() && !once.add("external:" + externalId)) {
          problems.add("transfers.external_id", "já está em uso");
        }
      }
    }
    return problems;
  }

  private static Row make(Call call, String kind) {
    Row account =
        call.named(Kind.FINANCIAL_ACCOUNT, call.field(FinancialAccounts.PARAM).asText())
            .orElseThrow();
    List<Row> transfers = new ArrayList<>();
    for (JsonNode sent : call.field("transfers")) {
      transfers.add(
          waiting(call, sent.path("uid").asText(), kind)
              .orElseGet(
                  () -> Transfers.make(call, (ObjectNode) sent, kind, Optional.of(account))));
    }
    Row batch =
        call.table(Kind.TRANSFER_BATCH)
            .add((id, uid) -> Transfers.batchFields(uid, kind, account, Writes.stamp(call)));
    transfers.forEach(transfer -> transfer.json().put(Transfers.BATCH, batch.uid()));
    return batch;
  }

  /** A transfer that a batch can take. */
  private static Optional<Row> waiting(Call call, String uid, String kind) {
    return call.named(Kind.TRANSFER, uid)
        .filter(row -> row.is("kind", kind) && row.is("status", "pending"))
        .filter(row -> row.json().path(Transfers.BATCH).isNull());
  }

  private static ObjectNode shown(Call call, Row batch) {
    ObjectNode json = batch.json().deepCopy();
    ArrayNode transfers = json.putArray("transfers");
    transfers(call, batch).forEach(transfer -> transfers.add(Transfers.shown(call, transfer)));
    return json;
  }

  private static List<Row> transfers(Call call, Row batch) {
    return call.table(Kind.TRANSFER).rows().stream()
        .filter(transfer -> transfer.is(Transfers.BATCH, batch.uid()))
        .toList();
  }
}
