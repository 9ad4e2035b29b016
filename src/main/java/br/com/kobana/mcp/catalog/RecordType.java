package br.com.kobana.mcp.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A type of record that can be read by URI.
 *
 * @param name such as {@code bank_billet}
 * @param title for people
 * @param uriTemplate such as {@code kobana://banking/charge/bank_billets/{uid}} (RFC 6570, simple
 *     expansion)
 * @param variables for each variable of the URI, the path variable of the read operation
 * @param readTool the tool whose operation, scopes, masks and shape reading uses
 * @param listTool the tool whose operation lists the newest records, where they can be listed
 *     without a parent
 * @param titleFields dotted fields that tell a person which record it is, in order
 * @param updatedField the field with the time of the last change, where there is one
 */
public record RecordType(
    String name,
    String title,
    String description,
    String uriTemplate,
    Map<String, String> variables,
    String readTool,
    Optional<String> listTool,
    List<String> titleFields,
    Optional<String> updatedField) {

  /** The same, without the tool that lists its records. */
  RecordType unlisted() {
    return new RecordType(
        name,
        title,
        description,
        uriTemplate,
        variables,
        readTool,
        Optional.empty(),
        titleFields,
        updatedField);
  }
}
