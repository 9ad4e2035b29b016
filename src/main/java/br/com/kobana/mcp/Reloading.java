package br.com.kobana.mcp;

import br.com.kobana.mcp.pipeline.LiveContents;
import br.com.kobana.mcp.reload.Mounted;
import br.com.kobana.mcp.reload.Part;
import br.com.kobana.mcp.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a reload consists of here; made before anything is read, so that no change is missed. */
final class Reloading {
  private final Settings settings;
  private final List<Path> routes;
  private final List<Path> contents;
  private final String routesVersion;
  private final String contentsVersion;

  Reloading(Settings settings) {
    Settings.FileSettings files = settings.files();
    boolean reload = files.reload();
    this.settings = settings;
    this.routes = reload ? files.routes().stream().toList() : List.of();
    this.contents =
        reload
            ? Stream.of(files.catalog(), files.prompts()).flatMap(Optional::stream).toList()
            : List.of();
    this.routesVersion = Mounted.version(routes);
    this.contentsVersion = Mounted.version(contents);
  }

  /**
   * Routes by themselves; catalogue and prompts together, since prompts name tools.
   *
   * @param live where they can be exchanged
   */
  List<Part> parts(Optional<LiveRoutes> live, LiveContents current, Assembly assembly) {
    List<Part> parts = new ArrayList<>();
    if (!routes.isEmpty()) {
      live.map(l -> new Part("routes", routes, routesVersion, l::reload)).ifPresent(parts::add);
    }
    if (!contents.isEmpty()) {
      parts.add(
          new Part(
              "catalogue",
              contents,
              contentsVersion,
              () ->
                  current.replace(
                      assembly.contents(Assembly.catalog(settings), Assembly.prompts(settings)))));
    }
    return parts;
  }
}
