package br.com.kobana.mcp.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Looks at every line that is logged while tests run, and fails the class of tests that made one
 * with a CPF, a CNPJ, a Pix key, the number of an account or a token in it. Put on every class by
 * {@code junit-platform.properties}.
 */
public final class LoggedSecrets implements BeforeAllCallback, AfterAllCallback {
  private static final Pattern DIGITS =
      Pattern.compile("(?<![0-9A-Za-z])\\d[\\d./-]{9,17}\\d(?![0-9A-Za-z])");

  /** E-mail addresses and telephones are Pix keys; the numbers are accounts of the sandbox. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "[\\w.+-]+@example\\.com|\\+55\\d{10,11}|(?<!\\w)(00056789|00056781|0001234|0056789)(?!\\w)"
              + "|sandbox-(full|read|charge|panel|login|limited|bench)|(?i:bearer) +\\S+|eyJ[\\w-]+\\.");

  private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();

  static {
    attach();
  }

  private static void attach() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.setPattern("%level %logger %msg %kvp %mdc%n%ex{full}");
    layout.start();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            String line = layout.doLayout(event);
            if (!in(line).isEmpty()) {
              FOUND.add(in(line) + " in: " + line);
            }
          }
        };
    appender.setContext(context);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
  }

  /** What was found since the last class of tests ended. */
  public static List<String> found() {
    return List.copyOf(FOUND);
  }

  /** What in a text must not be in a log. */
  public static List<String> in(String text) {
    List<String> found = new ArrayList<>();
    Matcher others = OTHERS.matcher(text);
    while (others.find()) {
      found.add(others.group());
    }
    Matcher digits = DIGITS.matcher(text);
    while (digits.find()) {
      String number = digits.group().replaceAll("[./-]", "");
      if ((number.length() == 11 && checks(number, 11))
          || (number.length() == 14 && checks(number, 9))) {
        found.add(digits.group());
      }
    }
    return found;
  }

  /** Whether the last two digits are the check digits of the others. */
  private static boolean checks(String number, int largestWeight) {
    for (int length = number.length() - 2; length < number.length(); length++) {
      int sum = 0;
      for (int i = 0; i < length; i++) {
        int fromRight = length - 1 - i;
        sum += (number.charAt(i) - '0') * (2 + fromRight % (largestWeight - 1));
      }
      int rest = sum % 11;
      if (number.charAt(length) - '0' != (rest < 2 ? 0 : 11 - rest)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    // Being there is enough.
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> found = new ArrayList<>();
    for (String line = FOUND.poll(); line != null; line = FOUND.poll()) {
      found.add(line);
    }
    if (!found.isEmpty()) {
      throw new AssertionError("logged while " + context.getDisplayName() + " ran: " + found);
    }
  }
}
