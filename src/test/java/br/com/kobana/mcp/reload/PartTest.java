package br.com.kobana.mcp.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartTest {
  @TempDir Path directory;
  private final List<String> taken = new ArrayList<>();

  @Test
  void aChangeIsTakenOnceWhenItHasComeToRest() throws Exception {
    write("one");
    Part part = part();
    part.look();
    write("two");
    part.look();
    write("three");
    part.look();
    assertThat(taken).isEmpty();
    part.look();
    part.look();
    assertThat(taken).containsExactly("three");
    assertThat(part.version()).isEqualTo(Mounted.version(List.of(directory)));
  }

  /** What came while the first state was being read is not mistaken for it. */
  @Test
  void aChangeDuringTheStartIsTaken() throws Exception {
    write("one");
    String before = Mounted.version(List.of(directory));
    write("two");
    Part part = new Part("test", List.of(directory), before, this::take);
    part.look();
    part.look();
    assertThat(taken).containsExactly("two");
  }

  @Test
  void aRefusedChangeIsTriedOnceAndForgottenWhenTheFormerIsBack() throws Exception {
    write("one");
    Part part = part();
    write("bad");
    for (int i = 0; i < 3; i++) {
      part.look();
    }
    assertThat(part.refused()).isEqualTo(1);
    assertThat(part.refusal()).hasValue("bad; no");
    write("one");
    part.look();
    part.look();
    assertThat(part.refusal()).isEmpty();
    assertThat(taken).isEmpty();
  }

  private Part part() {
    return new Part("test", List.of(directory), Mounted.version(List.of(directory)), this::take);
  }

  private void take() throws IOException {
    String text = Files.readString(directory.resolve("a.yaml"));
    if (text.equals("bad")) {
      throw new IllegalStateException("outer", new IllegalArgumentException("bad\n  no"));
    }
    taken.add(text);
  }

  private void write(String text) throws IOException {
    Files.writeString(directory.resolve("a.yaml"), text);
  }
}
