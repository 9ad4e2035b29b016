package br.com.kobana.mcp.sandbox;

import java.util.List;
import java.util.stream.Stream;

/** Every operation the sandbox serves but {@link Me}. A new resource is one more line here. */
final class AllOperations {
  private AllOperations() {}

  static List<Operation> list() {
    return Stream.of(
            BankBillets.operations(),
            BankBilletBatches.operations(),
            Customers.operations(),
            PixAccounts.operations(),
            PixCharges.operations(),
            FinancialAccounts.operations(),
            Statements.operations(),
            BankBilletAccounts.operations(),
            Subscriptions.operations(),
            Installments.operations(),
            Receipts.operations(),
            Discharges.operations(),
            Remittances.operations(),
            AutomaticPixAccounts.operations(),
            AutomaticPix.operations(),
            AutomaticPixCharges.operations(),
            ServiceAccounts.operations(),
            Payments.operations(),
            PaymentBatches.operations(),
            Dda.operations(),
            Transfers.operations(),
            TransferBatches.operations(),
            Queries.operations(),
            Events.operations(),
            Deliveries.operations(),
            Imports.operations(),
            Mailboxes.operations(),
            MailboxChannels.operations(),
            EdiBoxes.operations(),
            Integrations.operations(),
            Commands.operations())
        .flatMap(List::stream)
        .toList();
  }
}
