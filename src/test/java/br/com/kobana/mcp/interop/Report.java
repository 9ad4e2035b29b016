package br.com.kobana.mcp.interop;

import static org.assertj.core.api.Assertions.assertThat;

import br.com.kobana.mcp.testing.CheckingProxy;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * What a script reported: {@code 1..N}, then a line {@code ok - name # detail} or {@code not ok -
 * name # detail} for each of its N checks.
 */
record Report(Programs.Ended ended, int planned, List<Line> lines) {
  private static final Pattern PLAN = Pattern.compile("(?m)^1\\.\\.(\\d+)$");
  private static final Pattern LINE =
      Pattern.compile("(?m)^(?<not>not )?ok - (?<name>.*?)(?: # (?<detail>.*))?$");

  /** One check. */
  record Line(boolean passed, String name, String detail) {
    private static Line of(MatchResult found) {
      String detail = found.group(3);
      return new Line(found.group(1) == null, found.group(2), detail == null ? "" : detail);
    }
  }

  static Report of(Programs.Ended ended) {
    int planned =
        PLAN.matcher(ended.output())
            .results()
            .mapToInt(plan -> Integer.parseInt(plan.group(1)))
            .findFirst()
            .orElse(0);
    return new Report(
        ended, planned, LINE.matcher(ended.output()).results().map(Line::of).toList());
  }

  /** One test for each check, and one that the script got to its end. */
  Stream<DynamicTest> tests() {
    return Stream.concat(
        lines.stream()
            .map(
                line ->
                    DynamicTest.dynamicTest(
                        line.name(),
                        () ->
                            assertThat(line.passed())
                                .as("%s: %s", line.name(), line.detail())
                                .isTrue())),
        Stream.of(DynamicTest.dynamicTest("every check was made", this::isComplete)));
  }

  /** The same, and one that the answers which the proxy let through were right. */
  Stream<DynamicTest> tests(CheckingProxy proxy) {
    return Stream.concat(
        tests(),
        Stream.of(
            DynamicTest.dynamicTest(
                "every answer is as its schema says", proxy::everyAnswerIsAsItsSchemaSays)));
  }

  private void isComplete() {
    assertThat(lines).as(ended.output()).isNotEmpty().hasSize(planned);
    boolean green = lines.stream().allMatch(Line::passed);
    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(green ? 0 : 1);
  }
}
