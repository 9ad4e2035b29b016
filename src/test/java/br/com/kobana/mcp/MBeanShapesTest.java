package br.com.kobana.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MBeanShapesTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  /** In no order: Camel collects them in sets. */
  private static Set<String> features(MBeanInfo info) {
    Set<String> features = new TreeSet<>(Set.of(info.getClassName(), info.getDescription()));
    Stream.of(info.getAttributes(), info.getOperations(), info.getNotifications())
        .flatMap(Stream::of)
        .forEach(feature -> features.add(feature.toString()));
    return features;
  }

  /** By object name, without the name of the context. */
  private static Map<String, Set<String>> shown(String name, boolean shaped) throws Exception {
    try (DefaultCamelContext camel = new DefaultCamelContext()) {
      camel.getCamelContextExtension().setName(name);
      if (shaped) {
        MBeanShapes.use(camel);
      }
      camel.addRoutes(
          new RouteBuilder() {
            @Override
            public void configure() {
              for (String route : new String[] {"one", "two"}) {
                from("direct:" + route)
                    .routeId(route)
                    .setBody(constant("a"))
                    .id(route + "-a")
                    .setBody(constant("b"))
                    .id(route + "-b")
                    .to("log:" + route)
                    .id(route + "-log");
              }
            }
          });
      camel.start();
      Map<String, Set<String>> shown = new TreeMap<>();
      for (ObjectName bean :
          SERVER.queryNames(new ObjectName("org.apache.camel:context=" + name + ",*"), null)) {
        shown.put(
            bean.toString().replace(name, "NAME").replaceAll("0x[0-9a-f]+", ""),
            features(SERVER.getMBeanInfo(bean)));
      }
      return shown;
    }
  }

  @Test
  void everyMBeanShowsWhatItShowsWithCamelAlone() throws Exception {
    Map<String, Set<String>> alone = shown("shapes-alone", false);

    Map<String, Set<String>> shaped = shown("shapes-shared", true);

    // Itself a service of the context.
    assertThat(shaped.keySet().removeIf(name -> name.endsWith("name=MBeanShapes"))).isTrue();
    assertThat(alone.keySet()).anyMatch(name -> name.contains("\"two-b\""));
    assertThat(shaped).isEqualTo(alone);
  }
}
