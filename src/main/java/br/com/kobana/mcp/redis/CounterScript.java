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
 * <p>A budget that can be closed has a second key, a mark with the second in which it opens again.
 *
 * <p>KEYS: the key, and the mark where there can be one. ARGV: length of a window in seconds, the
 * window that the key is of, what to do ({@code add peek raise back clear probe}, and of a mark,
 * also of a window to come, {@code close open}), its argument, the least that was counted before.
 * Answers the count, or -1 where the server's clock says another window, the server's time in
 * seconds and microseconds, and when the budget opens again or 0.
 */
final class CounterScript {
  static final String TEXT =
      """
      local time = redis.call('TIME')
      local now, micros = tonumber(time[1]), tonumber(time[2])
      local length, window = tonumber(ARGV[1]), tonumber(ARGV[2])
      local act, argument = ARGV[3], tonumber(ARGV[4])
      local rest = (window + 1) * length + 1 - now
      local closed = KEYS[2] and tonumber(redis.call('GET', KEYS[2]) or '0') or 0
      if act == 'close' then
        closed = math.max(closed, argument)
        if rest > 1 and closed > now then
          redis.call('SET', KEYS[2], string.format('%.0f', closed),
            'EX', math.min(rest, closed + 1 - now))
        end
        return {0, now, micros, closed}
      elseif act == 'open' then
        redis.call('DEL', KEYS[2])
        return {0, now, micros, 0}
      end
      if math.floor(now / length) ~= window then
        return {-1, now, micros, 0}
      end
      local before = tonumber(redis.call('GET', KEYS[1]) or '0')
      if not before then
        return redis.error_reply('WRONGTYPE the key holds no count')
      end
      if closed <= now then closed = 0 end
      local count = math.max(before, tonumber(ARGV[5]))
      local refused = 0
      if act == 'add' then
        if closed > 0 then count = before
        elseif count < argument then count = count + 1 else refused = 1 end
      elseif act == 'raise' then
        count = math.max(count, argument)
      elseif act == 'back' then
        count = math.max(0, count - 1)
      elseif act == 'clear' then
        count = 0
        if closed > 0 then redis.call('DEL', KEYS[2]) closed = 0 end
      end
      if count ~= before or act == 'probe' then
        redis.call('SET', KEYS[1], string.format('%.0f', count),
          'EX', rest)
      end
      return {count + refused, now, micros, closed}
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
