package br.com.kobana.mcp.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The one script of the counter. It runs as one, so no two calls see the same count; its clock is
 * the server's, so replicas agree on the window whatever their own clocks say. A count is a plain
 * number under one key of its window, which always has a time to live: the rest of the window and a
 * second.
 *
 * <p>KEYS: the key. ARGV: length of a window in seconds, the window that the key is of, what to do
 * ({@code add peek raise back clear probe}), its argument, the least that was counted before.
 * Answers the count, or -1 where the server's clock says another window, and the server's time in
 * seconds and microseconds.
 */
final class CounterScript {
  static final String TEXT =
      """
      local time = redis.call('TIME')
      local now, micros = tonumber(time[1]), tonumber(time[2])
      local length, window = tonumber(ARGV[1]), tonumber(ARGV[2])
      if math.floor(now / length) ~= window then
        return {-1, now, micros}
      end
      local before = tonumber(redis.call('GET', KEYS[1]) or '0')
      if not before then
        return redis.error_reply('WRONGTYPE the key holds no count')
      end
      local act, argument = ARGV[3], tonumber(ARGV[4])
      local count = math.max(before, tonumber(ARGV[5]))
      local refused = 0
      if act == 'add' then
        if count < argument then count = count + 1 else refused = 1 end
      elseif act == 'raise' then
        count = math.max(count, argument)
      elseif act == 'back' then
        count = math.max(0, count - 1)
      elseif act == 'clear' then
        count = 0
      end
      if count ~= before or act == 'probe' then
        redis.call('SET', KEYS[1], string.format('%.0f', count),
          'EX', (window + 1) * length + 1 - now)
      end
      return {count + refused, now, micros}
      """;

  static final String SHA = sha();

  private CounterScript() {}

  private static String sha() {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-1").digest(TEXT.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
