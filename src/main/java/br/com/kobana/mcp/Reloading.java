package br.com.kobana.mcp;

import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.reload.Part;
import br.com.kobana.mcp.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a reload consists of here. */
final class Reloading {
  private Reloading() {}

  /**
   * Routes by themselves; catalogue and prompts together, since prompts name tools.
   *
   * @param routes where they can be exchanged
   */
  static List<Part> parts(
      Settings settings, Optional<LiveRoutes> routes, LiveContents contents, Assembly assembly) {
    Settings.FileSettings files = settings.files();
    List<Part> parts = new ArrayList<>();
    if (!files.reload()) {
      return parts;
    }
    files
        .routes()
        .flatMap(directory -> routes.map(r -> new Part("routes", List.of(directory), r::reload)))
        .ifPresent(parts::add);
    List<Path> directories =
        Stream.of(files.catalog(), files.prompts()).flatMap(o -> o.stream()).toList();
    if (!directories.isEmpty()) {
      parts.add(
          new Part(
              "catalogue",
              directories,
              () ->
                  contents.replace(
                      assembly.contents(Assembly.catalog(settings), Assembly.prompts(settings)))));
    }
    return parts;
  }
}
