package br.com.kobana.mcp.sandbox;

import java.util.List;

/** Invented people, numbered from 1. */
final class People {
  private static final List<String> NAMES =
      List.of(
          "Ana Beatriz Lima",
          "Bruno Carvalho",
          "Carla Mendes",
          "Diego Rocha",
          "Eduarda Pires",
          "Fábio Nogueira",
          "Gabriela Teixeira",
          "Henrique Dantas",
          "Isabela Moura",
          "João Vítor Sales",
          "Karina Prado",
          "Luís Otávio Reis");

  private People() {}

  /** How many there are. */
  static int count() {
    return NAMES.size();
  }

  static String name(int number) {
    return NAMES.get((number - 1) % NAMES.size());
  }

  static String email(int number) {
    return "cliente" + number + "@example.com";
  }

  /** The person that goes with the n-th record of something. */
  static int of(long id) {
    return (int) ((id - 1) % NAMES.size()) + 1;
  }
}
