package br.com.kobana.mcp.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What is decided about a batch of payments or transfers, and with it about those in it.
 *
 * @param noun what the batch is called in refusals
 * @param members those in a batch
 * @param stoppable the states in which the decision reaches one of them; one that was canceled by
 *     itself stays canceled whatever becomes of its batch
 */
record BatchDecisions(
    Commands.Subject subject,
    String noun,
    BiFunction<Call, Row, List<Row>> members,
    Set<String> stoppable) {
  private static final Set<String> CANCELABLE = Set.of("pending", "awaiting_approval", "confirmed");

  /** The bank pays. */
  Answer approve(Call call, Row batch) {
    return decide(
        call,
        batch,
        "approve",
        "Aprovação",
        () -> {
          batch.json().put("status", "approved");
          forEach(
              call,
              batch,
              member ->
                  member
                      .put("status", "confirmed")
                      .put("registration_status", "confirmed")
                      .put("confirmed_at", call.times().stamp()));
        });
  }

  /** For good. */
  Answer reprove(Call call, Row batch) {
    return decide(
        call,
        batch,
        "reprove",
        "Reprovação",
        () -> {
          batch.json().put("status", "reproved");
          forEach(
              call,
              batch,
              member -> member.put("status", "rejected").put("rejected_at", call.times().stamp()));
        });
  }

  Answer cancel(Call call, Row batch) {
    if (!CANCELABLE.contains(batch.text("status"))) {
      return refused("Cancelamento", noun + " não pode ser cancelado no estado atual.");
    }
    return Commands.answer(
        call,
        batch,
        subject,
        "cancel",
        Commands.noParams(),
        () -> {
          batch.json().put("status", "canceled");
          forEach(call, batch, member -> member.put("status", "canceled"));
        });
  }

  private Answer decide(Call call, Row batch, String operation, String act, Runnable effect) {
    return batch.is("status", "awaiting_approval")
        ? Commands.answer(call, batch, subject, operation, Commands.noParams(), effect)
        : refused(act, noun + " não está aguardando aprovação.");
  }

  private Answer refused(String act, String detail) {
    return Errors.business(
        "Não foi possível gerar Comando de " + act + " de " + noun + ".",
        "unprocessable_content",
        detail);
  }

  private interface Change {
    ObjectNode of(ObjectNode member);
  }

  private void forEach(Call call, Row batch, Change change) {
    for (Row member : members.apply(call, batch)) {
      if (stoppable.contains(member.text("status"))) {
        change.of(member.json());
      }
    }
  }
}
