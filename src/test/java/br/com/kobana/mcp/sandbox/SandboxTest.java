package br.com.kobana.mcp.sandbox;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One sandbox for a class of tests, with its seed data back before each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SandboxTest {
  private SandboxClient client;

  SandboxClient api() {
    return client;
  }

  @BeforeAll
  void start() {
    client = new SandboxClient();
  }

  @BeforeEach
  void reset() {
    client.reset();
  }

  @AfterAll
  void stop() {
    client.close();
  }
}
