package br.com.kobana.mcp.redis;

import br.com.kobana.mcp.settings.Settings;
import br.com.kobana.mcp.throttle.SharedCounter;
import br.com.kobana.mcp.throttle.SpendLedger;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisRole;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;

/** Redis as the gateway uses it. Starts whether or not Redis is there. */
public final class RedisStore implements AutoCloseable {
  /** Calls that may be under way on one connection; beyond it they fail. */
  private static final int MOST_UNDER_WAY = 32_768;

  private static final int CONNECT_MILLIS = 1000;
  private final RedisLinks links;
  private final SharedCounter counter;
  private final RedisFlags flags;
  private final SpendLedger ledger;

  /**
   * @param loops how many event loops there are; each gets a connection of its own
   * @throws IOException when the file of certificates cannot be read
   */
  public RedisStore(Vertx vertx, int loops, Settings.Redis settings, InstantSource clock)
      throws IOException {
    RedisOptions options = options(settings);
    this.links =
        new RedisLinks(vertx, loops, () -> Redis.createClient(vertx, options), settings.timeout());
    this.counter = new RedisWindowCounter(links, new KeyTemplate(settings.keys()), clock);
    this.flags = new RedisFlags(links);
    this.ledger = new RedisSpendLedger(links);
  }

  private static RedisOptions options(Settings.Redis settings) throws IOException {
    NetClientOptions net =
        new NetClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setTcpNoDelay(true)
            .setTcpKeepAlive(true)
            .setHostnameVerificationAlgorithm("HTTPS");
    if (settings.certificates().isPresent()) {
      net.setTrustOptions(
          new PemTrustOptions()
              .addCertValue(Buffer.buffer(Files.readAllBytes(settings.certificates().get()))));
    }
    RedisOptions options =
        new RedisOptions()
            .setType(
                switch (settings.mode()) {
                  case SINGLE -> RedisClientType.STANDALONE;
                  case SENTINEL -> RedisClientType.SENTINEL;
                  case CLUSTER -> RedisClientType.CLUSTER;
                })
            .setNetClientOptions(net)
            .setMaxWaitingHandlers(MOST_UNDER_WAY)
            .setPoolRecycleTimeout(-1)
            .setPoolCleanerInterval(-1);
    if (settings.mode() == Settings.RedisMode.SENTINEL) {
      options.setMasterName(settings.master()).setRole(RedisRole.MASTER);
    }
    settings.addresses().forEach(options::addConnectionString);
    return options;
  }

  /** Counts that all replicas share. */
  public SharedCounter counter() {
    return counter;
  }

  /** Sums of what was spent. */
  public SpendLedger ledger() {
    return ledger;
  }

  /** Marks that can be set once. */
  public RedisFlags flags() {
    return flags;
  }

  @Override
  public void close() {
    links.close();
  }
}
