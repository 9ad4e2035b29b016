package br.com.kobana.mcp.catalog;

import java.util.List;

/** A catalogue that cannot be used, with every problem found in it. */
public final class InvalidCatalog extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  InvalidCatalog(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * One line a problem: file, tool or record, key, what is wrong and what is allowed, such as
   * {@code charge.pix.yaml: banking_charge_pix_list: kind: "reads" is not one of read, write,
   * destructive}.
   */
  public List<String> problems() {
    return problems;
  }
}
