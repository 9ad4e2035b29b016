package br.com.kobana.mcp.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * One operation of the Kobana API as a model sees and calls it.
 *
 * @param name stable, unique, at most 64 characters of {@code [a-z0-9_]}
 * @param operation the REST operation it runs
 * @param kind what it may do; decides the bucket, the level needed and the hints
 * @param idempotent whether repeating the call has no further effect
 * @param openWorld whether it reaches systems outside Kobana
 * @param scopes the resource scopes needed, all of them
 * @param arguments the declared arguments apart from those of {@code listing}
 * @param listing how a list is filtered and paged; empty for tools that do not list
 * @param shape what the API answers
 * @param masked dotted fields of the answer that are always masked
 * @param heavy dotted fields of the answer that come only when named in {@code fields}
 * @param rereads the tool that reads the record after a write that is answered with nothing
 * @param question how a person is asked before it runs, where it is destructive
 * @param spend what it pays or transfers, where it does
 * @param inputSchema the closed JSON Schema (2020-12) of the arguments, as listed and as validated
 */
public record Tool(
    String name,
    String title,
    String description,
    Operation operation,
    Kind kind,
    boolean idempotent,
    boolean openWorld,
    List<String> scopes,
    List<Argument> arguments,
    Optional<Listing> listing,
    Shape shape,
    List<String> masked,
    List<String> heavy,
    Optional<String> rereads,
    Question question,
    Optional<Spend> spend,
    ObjectNode inputSchema) {

  /** A tool that reads nothing again, asks as every tool does, and spends nothing. */
  public Tool(
      String name,
      String title,
      String description,
      Operation operation,
      Kind kind,
      boolean idempotent,
      boolean openWorld,
      List<String> scopes,
      List<Argument> arguments,
      Optional<Listing> listing,
      Shape shape,
      List<String> masked,
      List<String> heavy,
      ObjectNode inputSchema) {
    this(
        name,
        title,
        description,
        operation,
        kind,
        idempotent,
        openWorld,
        scopes,
        arguments,
        listing,
        shape,
        masked,
        heavy,
        Optional.empty(),
        Question.DEFAULT,
        Optional.empty(),
        inputSchema);
  }

  /** What a tool may do. */
  public enum Kind {
    READ,
    WRITE,
    /** Cancels, deletes, pays, transfers, approves, or changes where money and data leave. */
    DESTRUCTIVE
  }

  /**
   * A REST operation.
   *
   * @param method GET, POST, PUT, PATCH or DELETE
   * @param path with {@code {variables}}, such as {@code /v1/bank_billets/{id}}
   * @param bodyWrapper the key under which the body goes, where the API wants one ({@code form})
   */
  public record Operation(String method, String path, Optional<String> bodyWrapper) {}

  /**
   * An argument of the call and where it goes.
   *
   * @param name as the model writes it
   * @param place where it goes
   * @param target the name there: path variable, query parameter or dotted path into the body
   * @param required whether the call needs it
   * @param schema its JSON Schema, description included
   */
  public record Argument(
      String name, Place place, String target, boolean required, ObjectNode schema) {}

  /** Where an argument goes in the REST request. */
  public enum Place {
    PATH,
    QUERY,
    BODY,
    /** The {@code X-Idempotency-Key} header. */
    IDEMPOTENCY_KEY
  }

  /**
   * What the API answers on success.
   *
   * @param form list, one record, a command with the record inside, or nothing
   * @param commandResource where {@code form} is COMMAND, the member that holds the record, such as
   *     {@code pix}
   */
  public record Shape(Form form, Optional<String> commandResource) {}

  /** The forms of an answer. A write that answers with an empty body is told apart at run time. */
  public enum Form {
    LIST,
    RECORD,
    COMMAND
  }

  public Tool {
    scopes = List.copyOf(scopes);
    arguments = List.copyOf(arguments);
    masked = List.copyOf(masked);
    heavy = List.copyOf(heavy);
  }

  public boolean writes() {
    return kind != Kind.READ;
  }

  /** The first segment of the scope, such as {@code charge}. */
  public String domain() {
    String scope = scopes.get(0);
    int dot = scope.indexOf('.');
    return dot < 0 ? scope : scope.substring(0, dot);
  }
}
