package br.com.kobana.mcp.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.BufferedOutputStream;
import java.util.List;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import net.logstash.logback.stacktrace.ShortenedThrowableConverter;

/**
 * How lines are written, as {@code mcp.log.format} says, which the start hands on as a system
 * property. In Java, because reading it from XML took a tenth of a start. A configuration of one's
 * own goes first: {@code -Dlogback.configurationFile}, or a {@code logback.xml} or {@code
 * logback-test.xml} in the class path.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final String PLAIN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{24} %msg %kvp{NONE}%n%ex{short}";

  private static final String IGNORED = "[ignore]";
  private static final int BUFFER = 16 * 1024;

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (isGiven()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    apply(context, System.getProperty("mcp.log.format", "plain").equals("json"));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static boolean isGiven() {
    ClassLoader loader = LogSetup.class.getClassLoader();
    return System.getProperty("logback.configurationFile") != null
        || List.of("logback-test.xml", "logback.xml").stream()
            .anyMatch(file -> loader.getResource(file) != null);
  }

  /**
   * @param json one object a line, else lines for a terminal
   */
  static void apply(LoggerContext context, boolean json) {
    OutputStreamAppender<ILoggingEvent> console = new OutputStreamAppender<>();
    console.setContext(context);
    console.setName("console");
    console.setEncoder(json ? json(context) : plain(context));
    console.setOutputStream(new BufferedOutputStream(ConsoleTarget.SystemOut.getStream(), BUFFER));
    // Whoever hands on the lines does so after the last one there is.
    console.setImmediateFlush(false);
    console.start();
    // A slow terminal or disk must not hold the event loop.
    LogLines async = new LogLines();
    async.setContext(context);
    async.setName("async");
    async.addAppender(console);
    async.start();
    // Clients can cause these at will.
    context.getLogger("io.vertx.ext.web.RoutingContext").setLevel(Level.OFF);
    context.getLogger("org.apache.camel").setLevel(Level.WARN);
    context.getLogger("io.netty").setLevel(Level.WARN);
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(async);
  }

  private static Encoder<ILoggingEvent> plain(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PLAIN);
    encoder.start();
    return encoder;
  }

  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    LogstashFieldNames names = new LogstashFieldNames();
    names.setTimestamp("time");
    names.setVersion(IGNORED);
    names.setLevelValue(IGNORED);
    ShortenedThrowableConverter traces = new ShortenedThrowableConverter();
    traces.setMaxDepthPerThrowable(12);
    traces.setMaxLength(4096);
    traces.start();
    LogstashEncoder encoder = new LogstashEncoder();
    encoder.setContext(context);
    encoder.setFieldNames(names);
    encoder.setTimeZone("UTC");
    encoder.setThrowableConverter(traces);
    encoder.start();
    return encoder;
  }
}
