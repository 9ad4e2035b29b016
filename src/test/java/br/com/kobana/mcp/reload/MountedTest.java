package br.com.kobana.mcp.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountedTest {
  @TempDir Path directory;

  @Test
  void theVersionFollowsNamesAndContentsOfYamlFilesOnly() throws Exception {
    Files.writeString(directory.resolve("a.yaml"), "one");
    String first = version();
    Files.writeString(directory.resolve("notes.txt"), "not ours");
    assertThat(version()).isEqualTo(first);
    Files.writeString(directory.resolve("a.yaml"), "two");
    String second = version();
    assertThat(second).isNotEqualTo(first);
    Files.move(directory.resolve("a.yaml"), directory.resolve("b.yaml"));
    assertThat(version()).isNotIn(first, second);
    Files.move(directory.resolve("b.yaml"), directory.resolve("a.yaml"));
    assertThat(version()).isEqualTo(second);
  }

  @Test
  void aVolumeIsReadFromTheDirectoryOfItsVersion() throws Exception {
    Volume volume = Volume.in(directory);
    volume.publish(List.of(new Volume.File("a.yaml", "one")));
    String first = version();
    Path before = Mounted.files(directory);
    volume.publish(List.of(new Volume.File("a.yaml", "two")));
    assertThat(version()).isNotEqualTo(first);
    assertThat(Mounted.files(directory)).isNotEqualTo(before);
    assertThat(Files.readString(Mounted.files(directory).resolve("a.yaml"))).isEqualTo("two");
  }

  @Test
  void aDirectoryThatIsGoneIsAnotherVersion() throws Exception {
    Path gone = directory.resolve("sub");
    Files.createDirectory(gone);
    String there = Mounted.version(List.of(gone));
    Files.delete(gone);
    assertThat(Mounted.version(List.of(gone))).isNotEqualTo(there);
  }

  private String version() {
    return Mounted.version(List.of(directory));
  }
}
