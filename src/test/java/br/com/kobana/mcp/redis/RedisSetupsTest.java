package br.com.kobana.mcp.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import br.com.kobana.mcp.testing.RedisServer;
import br.com.kobana.mcp.testing.RunningGateway;
import br.com.kobana.mcp.throttle.Bucket;
import br.com.kobana.mcp.throttle.Budget;
import br.com.kobana.mcp.throttle.SharedCounter.Known;
import br.com.kobana.mcp.throttle.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways Redis is set up: with a password, with TLS, behind sentinels, as a cluster. */
class RedisSetupsTest {
  private final List<RedisServer> servers = new ArrayList<>();
  @TempDir Path directory;

  @BeforeEach
  void assume() {
    RedisServer.assumeInstalled();
  }

  @AfterEach
  void stop() {
    servers.forEach(RedisServer::close);
  }

  private RedisServer start(String... options) {
    RedisServer server = RedisServer.with(options);
    servers.add(server);
    return server.start();
  }

  private static long add(OpenStore store, String owner) {
    return store.count(new Step.Add(Budget.of(Bucket.WRITE, owner), 1000)).value();
  }

  @Test
  void aPasswordOpensAndAnotherDoesNot() {
    RedisServer redis = start("--requirepass", "p@ss:word/1");
    String host = "@127.0.0.1:" + redis.port();
    try (OpenStore store = OpenStore.at("redis://:p%40ss%3Aword%2F1" + host)) {
      assertThat(add(store, "a")).isEqualTo(1);
    }
    try (OpenStore store =
        new OpenStore(Map.of("redis.url", "redis://:wrong" + host), InstantSource.system())) {
      assertThatThrownBy(() -> add(store, "a")).hasRootCauseMessage("AWAY");
    }
  }

  @Test
  void aDatabaseAndAUserCanBeNamed() {
    RedisServer redis = start();
    redis.cli("acl", "setuser", "gateway", "on", ">secret", "~kobana:*", "+@all");
    try (OpenStore store =
        OpenStore.at("redis://gateway:secret@127.0.0.1:" + redis.port() + "/3")) {
      assertThat(add(store, "a")).isEqualTo(1);
    }
    assertThat(redis.cli("-n", "3", "keys", "*")).contains("kobana:mcp:{a}:write:");
  }

  @Test
  void tlsIsSpokenWithWhomTheAuthorityVouchesFor() throws Exception {
    Assumptions.assumeTrue(
        RedisServer.isInstalled("openssl"), "openssl is not installed: TLS is not tested");
    certificate();
    RedisServer redis =
        start(
            "--port",
            "0",
            "--tls-port",
            "PORT",
            "--tls-auth-clients",
            "no",
            "--tls-cert-file",
            directory.resolve("cert.pem").toString(),
            "--tls-key-file",
            directory.resolve("key.pem").toString(),
            "--tls-ca-cert-file",
            directory.resolve("cert.pem").toString());
    String url = "rediss://localhost:" + redis.port();
    try (OpenStore store =
        OpenStore.at(
            Map.of(
                "redis.url", url, "redis.certificates", directory.resolve("cert.pem").toString()),
            InstantSource.system())) {
      assertThat(add(store, "a")).isEqualTo(1);
    }
    try (OpenStore stranger = new OpenStore(Map.of("redis.url", url), InstantSource.system())) {
      assertThatThrownBy(() -> add(stranger, "a")).hasRootCauseMessage("AWAY");
    }
    Map<String, String> otherName =
        Map.of(
            "redis.url",
            "rediss://127.0.0.1:" + redis.port(),
            "redis.certificates",
            directory.resolve("cert.pem").toString());
    try (OpenStore store = new OpenStore(otherName, InstantSource.system())) {
      assertThatThrownBy(() -> add(store, "a")).hasRootCauseMessage("AWAY");
    }
  }

  /** For localhost by name, signed by itself. */
  private void certificate() throws IOException, InterruptedException {
    int status =
        new ProcessBuilder(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                directory.resolve("key.pem").toString(),
                "-out",
                directory.resolve("cert.pem").toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    assertThat(status).isZero();
  }

  @Test
  void aClusterKeepsEachAccountOnOneNode() {
    RedisServer[] nodes = new RedisServer[3];
    int[] slots = {0, 5461, 10923, 16384};
    for (int i = 0; i < nodes.length; i++) {
      // The port of the cluster's own bus is 10 000 above, which not every free port allows.
      nodes[i] = start("--cluster-enabled", "yes", "--cluster-port", Integer.toString(freePort()));
    }
    for (int i = 0; i < nodes.length; i++) {
      nodes[i].cli(
          "cluster",
          "addslotsrange",
          Integer.toString(slots[i]),
          Integer.toString(slots[i + 1] - 1));
    }
    for (int i = 1; i < nodes.length; i++) {
      nodes[i].cli(
          "cluster",
          "meet",
          "127.0.0.1",
          Integer.toString(nodes[0].port()),
          nodes[0].cli("config", "get", "cluster-port").lines().skip(1).findFirst().orElseThrow());
    }
    for (RedisServer node : nodes) {
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .until(
              () ->
                  node.cli("cluster", "info").contains("cluster_state:ok")
                      && node.cli("cluster", "info").contains("cluster_known_nodes:3"));
    }
    Map<String, String> settings =
        Map.of("redis.mode", "cluster", "redis.url", nodes[0].url() + "," + nodes[1].url());
    try (OpenStore store = OpenStore.at(settings, InstantSource.system())) {
      List<CompletableFuture<?>> adds = new ArrayList<>();
      for (int i = 0; i < 90; i++) {
        adds.add(
            store
                .counter()
                .apply(
                    new Step.Add(Budget.of(Bucket.READ, "account-" + i % 30), 1000), Known.NOTHING)
                .toCompletableFuture());
      }
      adds.forEach(CompletableFuture::join);
      for (int i = 0; i < 30; i++) {
        assertThat(store.count(new Step.Peek(Budget.of(Bucket.READ, "account-" + i))).value())
            .isEqualTo(3);
      }
      assertThat(store.flags().claim("kobana:used:x", Duration.ofMinutes(1)).toCompletableFuture())
          .succeedsWithin(Duration.ofSeconds(10))
          .isEqualTo(true);
      store.counter().probe(Budget.of(Bucket.READ, "account-1")).toCompletableFuture().join();
      for (int i = 0; i < 10; i++) {
        closesAndOpens(store, "account-" + i);
      }
    }
    Map<String, String> untagged = new HashMap<>(settings);
    untagged.put("mcp.rate-limit.write-key-template", "api:${window}:posts:${account}");
    try (OpenStore store = OpenStore.at(untagged, InstantSource.system())) {
      for (int i = 0; i < 10; i++) {
        closesAndOpens(store, "account-" + i);
      }
    }
    Set<RedisServer> used = new HashSet<>();
    for (RedisServer node : nodes) {
      if (!node.cli("keys", "*").isEmpty()) {
        used.add(node);
      }
    }
    assertThat(used).hasSize(3);
  }

  /** Two keys in one script: they must lie on one node. */
  private static void closesAndOpens(OpenStore store, String owner) {
    Budget writes = Budget.of(Bucket.WRITE, owner);
    long now = store.count(new Step.Add(writes, 1000)).nowEpochSecond();
    store.count(new Step.Close(writes, now + 600));
    assertThat(store.count(new Step.Add(writes, 1000)).isClosed()).isTrue();
    store.count(new Step.Clear(writes));
    assertThat(store.count(new Step.Add(writes, 1000)).isClosed()).isFalse();
  }

  @Test
  void sentinelsLeadToTheMasterAndToTheNextOne() throws IOException {
    RedisServer master = start("--repl-diskless-sync-delay", "0");
    RedisServer replica =
        start("--replicaof", "127.0.0.1 " + master.port(), "--repl-diskless-sync-delay", "0");
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(() -> replica.cli("info", "replication").contains("master_link_status:up"));
    Path file = directory.resolve("sentinel.conf");
    Files.writeString(
        file,
        """
        sentinel monitor budgets 127.0.0.1 %d 1
        sentinel down-after-milliseconds budgets 500
        sentinel failover-timeout budgets 5000
        """
            .formatted(master.port()));
    RedisServer sentinel = RedisServer.with("--sentinel").configured(file);
    servers.add(sentinel);
    sentinel.start();
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .until(
            () ->
                sentinel
                    .cli("sentinel", "replicas", "budgets")
                    .contains(Integer.toString(replica.port())));
    Map<String, String> settings =
        Map.of(
            "redis.mode",
            "sentinel",
            "redis.sentinel-master",
            "budgets",
            "redis.url",
            sentinel.url());
    try (OpenStore store = OpenStore.at(settings, InstantSource.system())) {
      assertThat(add(store, "a")).isEqualTo(1);
      Awaitility.await()
          .atMost(10, TimeUnit.SECONDS)
          .until(() -> replica.cli("keys", "*").contains("{a}"));
      master.kill();
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .ignoreExceptions()
          .until(() -> add(store, "a") >= 2);
      assertThat(replica.cli("role")).startsWith("master");
    }
  }

  private static int freePort() {
    try {
      return RunningGateway.freePort();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
