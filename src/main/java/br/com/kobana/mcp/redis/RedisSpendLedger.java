package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.throttle.SpendLedger;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Sums in Redis, one script a step, by the server's clock. Two keys: the sums of the owner, and the
 * call with its attempts; the braces keep both on one node of a cluster. They fail closed, and rest
 * on a Redis that keeps its data, as {@link RedisFlags} does.
 *
 * <p>ARGV: what to do ({@code look take back}), the amount, the most of an hour and of a day or -1,
 * seconds that a call is remembered. Answers 0 for an amount that fits or was counted before, 1
 * where the hour is full and 2 where the day is, and both sums.
 */
final class RedisSpendLedger implements SpendLedger {
  private static final String SCRIPT =
      """
      local now = tonumber(redis.call('TIME')[1])
      local kept = redis.call('HMGET', KEYS[1], 'hour', 'hourSum', 'day', 'daySum')
      local hour, day = math.floor(now / 3600), math.floor((now - 10800) / 86400)
      local hourSum, daySum = 0, 0
      if kept[1] and tonumber(kept[1]) >= hour then
        hour, hourSum = tonumber(kept[1]), tonumber(kept[2])
      end
      if kept[3] and tonumber(kept[3]) >= day then
        day, daySum = tonumber(kept[3]), tonumber(kept[4])
      end
      local function whole(n) return string.format('%.0f', n) end
      local function keep()
        redis.call('HSET', KEYS[1], 'hour', whole(hour), 'hourSum', whole(hourSum),
          'day', whole(day), 'daySum', whole(daySum))
        redis.call('EXPIRE', KEYS[1], 172800)
      end
      local act, amount = ARGV[1], tonumber(ARGV[2])
      local mostHour, mostDay = tonumber(ARGV[3]), tonumber(ARGV[4])
      local call = redis.call('HMGET', KEYS[2], 'attempts', 'amount', 'hour', 'day')
      local attempts = tonumber(call[1] or '0')
      if act == 'back' then
        if attempts > 1 then
          redis.call('HINCRBY', KEYS[2], 'attempts', -1)
        elseif attempts == 1 then
          redis.call('DEL', KEYS[2])
          if tonumber(call[3]) == hour then
            hourSum = math.max(0, hourSum - tonumber(call[2]))
          end
          if tonumber(call[4]) == day then
            daySum = math.max(0, daySum - tonumber(call[2]))
          end
          keep()
        end
      elseif attempts > 0 then
        if act == 'take' then
          redis.call('HINCRBY', KEYS[2], 'attempts', 1)
        end
      elseif mostHour >= 0 and hourSum + amount > mostHour then
        return {1, whole(hourSum), whole(daySum)}
      elseif mostDay >= 0 and daySum + amount > mostDay then
        return {2, whole(hourSum), whole(daySum)}
      elseif act == 'take' then
        hourSum, daySum = hourSum + amount, daySum + amount
        keep()
        redis.call('HSET', KEYS[2], 'attempts', '1', 'amount', whole(amount),
          'hour', whole(hour), 'day', whole(day))
        redis.call('EXPIRE', KEYS[2], ARGV[5])
      end
      return {0, whole(hourSum), whole(daySum)}
      """;

  private final RedisLinks links;

  RedisSpendLedger(RedisLinks links) {
    this.links = links;
  }

  @Override
  public CompletionStage<Standing> look(Spending spending) {
    return run("look", spending);
  }

  @Override
  public CompletionStage<Standing> take(Spending spending) {
    return run("take", spending);
  }

  @Override
  public CompletionStage<?> giveBack(Spending spending) {
    return run("back", spending);
  }

  private CompletionStage<Standing> run(String act, Spending spending) {
    String sums = "kobana:mcp:spent:{" + spending.owner() + '}';
    return links
        .way()
        .send(
            Request.cmd(Command.EVAL)
                .arg(SCRIPT)
                .arg(2)
                .arg(sums)
                .arg(sums + ':' + spending.id())
                .arg(act)
                .arg(spending.centavos())
                .arg(limit(spending.hourLimit()))
                .arg(limit(spending.dayLimit()))
                .arg(REMEMBERED.toSeconds()))
        .thenApply(RedisSpendLedger::standing);
  }

  private static long limit(OptionalLong limit) {
    return limit.orElse(-1);
  }

  private static Standing standing(Optional<Response> reply) {
    Response parts = reply.orElseThrow();
    Fit fit =
        switch (parts.get(0).toInteger()) {
          case 0 -> Fit.FITS;
          case 1 -> Fit.HOUR_FULL;
          default -> Fit.DAY_FULL;
        };
    return new Standing(fit, parts.get(1).toLong(), parts.get(2).toLong());
  }
}
