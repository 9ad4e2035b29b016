package br.com.kobana.mcp.audit;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads trails in tests. */
final class Trails {
  private Trails() {}

  static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  static List<JsonNode> records(Path directory) throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (Path file : files(directory)) {
      for (String line : Files.readAllLines(file)) {
        try {
          records.add(Json.parse(line));
        } catch (MalformedJson e) {
          throw new IllegalStateException(file + ": " + line, e);
        }
      }
    }
    return records;
  }
}
