package br.com.kobana.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class OpenNamesTest {
  /** Under 0 an object ends, under 1 one begins, as the value of a name not used otherwise. */
  @Property
  void aNameIsNewOnceInEachObject(
      @ForAll @Size(max = 400) List<@IntRange(max = 150) Integer> steps) {
    OpenNames names = new OpenNames();
    Deque<Integer> objects = new ArrayDeque<>(List.of(names.open()));
    Deque<Set<String>> seen = new ArrayDeque<>(List.of(new HashSet<>()));
    int fresh = 0;
    for (int step : steps) {
      if (step == 1) {
        assertThat(names.add("fresh" + fresh++, objects.getLast())).isTrue();
        objects.addLast(names.open());
        seen.addLast(new HashSet<>());
      } else if (step == 0 && objects.size() > 1) {
        names.close(objects.removeLast());
        seen.removeLast();
      } else {
        assertThat(names.add("n" + step, objects.getLast()))
            .isEqualTo(seen.getLast().add("n" + step));
      }
    }
  }
}
