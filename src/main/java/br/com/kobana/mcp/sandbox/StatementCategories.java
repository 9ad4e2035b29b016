package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import com.fasterxml.jackson.databind.node.ArrayNode;

/** The kinds of transactions that the seed data uses. */
enum StatementCategories {
  FEES(105, "debito_tarifas", "debit", "Débito Tarifas", "TARIFA DE MANUTENÇÃO"),
  SUPPLIERS(
      112,
      "debito_pagamento_fornecedores",
      "debit",
      "Débito Pagamento Fornecedores",
      "PAGAMENTO A FORNECEDOR"),
  PIX_OUT(117, "debito_transferencia_entre_contas", "debit", "Débito Transferência", "PIX ENVIADO"),
  DEPOSITS(201, "credito_depositos", "credit", "Crédito Depósitos", "DEPÓSITO"),
  BILLETS(202, "credito_cobranca", "credit", "Crédito Cobrança", "LIQUIDAÇÃO DE BOLETO"),
  PIX_IN(209, "credito_transferencia", "credit", "Crédito Transferência", "PIX RECEBIDO");

  private final int code;
  private final String slug;
  private final String kind;
  private final String description;
  private final String text;

  StatementCategories(int code, String slug, String kind, String description, String text) {
    this.code = code;
    this.slug = slug;
    this.kind = kind;
    this.description = description;
    this.text = text;
  }

  int code() {
    return code;
  }

  boolean debit() {
    return kind.equals("debit");
  }

  String description() {
    return description;
  }

  /** What a bank writes beside such a transaction. */
  String text() {
    return text;
  }

  static ArrayNode json() {
    ArrayNode all = Json.array();
    for (StatementCategories category : values()) {
      all.addObject()
          .put("code", category.code)
          .put("slug", category.slug)
          .put("kind", category.kind)
          .put("description", category.description);
    }
    return all;
  }
}
