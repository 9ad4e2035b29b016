package br.com.kobana.mcp.auth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Lists of words in JSON. */
final class Texts {
  private Texts() {}

  /** The texts of an array, each once; whatever else it holds is left out. */
  static List<String> of(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(
        v -> {
          if (v.isTextual()) {
            texts.add(v.textValue());
          }
        });
    return new ArrayList<>(texts);
  }

  /** The words of a text between spaces, or the texts of an array. */
  static List<String> words(JsonNode value) {
    if (!value.isTextual()) {
      return of(value);
    }
    Set<String> words = new TreeSet<>();
    for (String word : value.textValue().split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return new ArrayList<>(words);
  }
}
