package br.com.kobana.mcp.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a list tool is filtered and paged.
 *
 * @param paging the family of the endpoint
 * @param maxLimit the most rows one call returns, from more than one page of the API if need be
 * @param fixed query parameters sent always, such as {@code date_window=strict}
 * @param upstreamFields whether the API itself takes {@code fields}
 * @param filters what the API can filter by
 */
public record Listing(
    Paging paging,
    int maxLimit,
    Map<String, String> fixed,
    boolean upstreamFields,
    List<Filter> filters) {

  private static final int PAGE_SIZE = 50;

  /** The most rows the API returns at once: 50 by {@code page}, the whole limit otherwise. */
  public int pageSize() {
    return paging == Paging.PAGE ? Math.min(maxLimit, PAGE_SIZE) : maxLimit;
  }

  /** The families of pagination (the API answers a bare array in v1, an envelope in v2). */
  public enum Paging {
    /** {@code page} and {@code per_page}; a short page ends the list. */
    PAGE,
    /** {@code pagination=keyset} with {@code cursor}, and {@code pagination.next_cursor}. */
    KEYSET,
    /** The endpoint returns everything. */
    NONE
  }

  /** How a value is compared. */
  public enum Operator {
    EQ,
    GT,
    GTE,
    LT,
    LTE,
    IN,
    CONTAINS;

    /** The name in {@code filters}. */
    public String wire() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** What a filter compares. */
  public enum Type {
    TEXT,
    INTEGER,
    /** Decimal reais with two places; {@code gt} and {@code lt} shift by a cent. */
    AMOUNT,
    /** {@code YYYY-MM-DD} in Brasília's calendar; {@code gt} and {@code lt} shift by a day. */
    DATE,
    /** ISO 8601 with an offset. */
    DATE_TIME,
    BOOLEAN,
    /** CPF or CNPJ, with or without mask; sent masked. */
    DOCUMENT
  }

  /**
   * A filter.
   *
   * <p>A filter whose only operator is {@code EQ} is written as a bare value ({@code "status":
   * "overdue"}), any other as an object of operators ({@code "expire_at": {"lt": "2026-11-01"}}).
   *
   * @param name as the model writes it
   * @param parameters the native parameter of each operator the API has itself: {@code EQ}, {@code
   *     GTE}, {@code LTE}, {@code IN} (comma list) or {@code CONTAINS}. {@code GT} and {@code LT}
   *     are derived for dates and amounts, {@code EQ} from both ends where it is absent
   * @param values the values allowed; empty where any is
   */
  public record Filter(
      String name,
      Type type,
      Optional<String> description,
      Map<Operator, String> parameters,
      List<String> values) {}
}
