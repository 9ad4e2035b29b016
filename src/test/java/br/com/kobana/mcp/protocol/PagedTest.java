package br.com.kobana.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.SmallCatalogue;
import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagedTest {
  private static final List<String> ITEMS = List.of("a", "b", "c", "d", "e");
  private final Paged<String> paged = paged("things/list", 2);

  private static Paged<String> paged(String list, int size) {
    return new Paged<>(SmallCatalogue.cursors(), list, size, Function.identity());
  }

  private static Optional<ObjectNode> at(String cursor) {
    return Optional.of(Json.object().put("cursor", cursor));
  }

  @Property(tries = 100)
  void pagesTogetherAreTheListOnceAndInOrder(
      @ForAll @IntRange(min = 0, max = 40) int length,
      @ForAll @IntRange(min = 1, max = 10) int size) {
    List<String> items = IntStream.range(0, length).mapToObj(i -> "i" + i).toList();
    Paged<String> pages = paged("things/list", size);
    List<String> seen = new ArrayList<>();
    Optional<ObjectNode> params = Optional.empty();
    while (true) {
      Paged.Page<String> page = pages.page("p", params, items, i -> true);
      seen.addAll(page.items());
      if (page.nextCursor().isEmpty()) {
        break;
      }
      assertThat(page.items()).hasSize(size);
      params = at(page.nextCursor().get());
    }
    assertThat(seen).isEqualTo(items);
  }

  @Test
  void whatIsHiddenLeavesNoGapAndNoLastEmptyPage() {
    Paged.Page<String> page = paged.page("p", Optional.empty(), ITEMS, i -> "bd".contains(i));
    assertThat(page.items()).containsExactly("b", "d");
    assertThat(page.nextCursor()).isEmpty();
  }

  @Test
  void anItemAddedBetweenTwoPagesNeitherRepeatsNorSkipsOthers() {
    String cursor = paged.page("p", Optional.empty(), ITEMS, i -> true).nextCursor().orElseThrow();
    List<String> grown = List.of("a", "a2", "b", "b2", "c", "d");
    assertThat(paged.page("p", at(cursor), grown, i -> true).items()).containsExactly("b2", "c");
  }

  @Test
  void aCursorWhoseItemLostVisibilityStillContinuesAfterIt() {
    String cursor = paged.page("p", Optional.empty(), ITEMS, i -> true).nextCursor().orElseThrow();
    assertThat(paged.page("p", at(cursor), ITEMS, i -> !i.equals("b")).items())
        .containsExactly("c", "d");
  }

  @Test
  void aCursorOpensOnlyForItsListItsCallerAndAnItemThatExists() {
    String cursor = paged.page("p", Optional.empty(), ITEMS, i -> true).nextCursor().orElseThrow();
    assertRefused(() -> paged("others/list", 2).page("p", at(cursor), ITEMS, i -> true));
    assertRefused(() -> paged.page("q", at(cursor), ITEMS, i -> true));
    assertRefused(() -> paged.page("p", at(cursor), List.of("x", "y"), i -> true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'zzz'", "''", "5", "true", "{}", "[]"})
  void aCursorThatIsNoneIsRefused(String cursor) {
    assertRefused(
        () ->
            paged.page("p", SmallCatalogue.params("{'cursor':" + cursor + "}"), ITEMS, i -> true));
  }

  @Test
  void aNullCursorIsTheFirstPage() {
    assertThat(paged.page("p", SmallCatalogue.params("{'cursor':null}"), ITEMS, i -> true).items())
        .containsExactly("a", "b");
  }

  private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(200);
              assertThat(refusal.error().orElseThrow().code())
                  .isEqualTo(JsonRpcError.INVALID_PARAMS);
            });
  }
}
