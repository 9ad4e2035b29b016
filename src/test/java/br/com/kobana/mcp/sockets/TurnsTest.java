package br.com.kobana.mcp.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When what is written to a connection leaves it. A loop's turn is what its tasks are run by. */
class TurnsTest {
  private final Turns turns = new Turns();
  private final List<String> sent = new ArrayList<>();

  private EmbeddedChannel connection() {
    return new EmbeddedChannel(turns.handler());
  }

  private static String sent(EmbeddedChannel connection) {
    StringBuilder all = new StringBuilder();
    for (ByteBuf part = connection.readOutbound(); part != null; part = connection.readOutbound()) {
      all.append(part.toString(StandardCharsets.US_ASCII));
      part.release();
    }
    return all.toString();
  }

  /** Written, and flushed as often. A write would run the tasks of an embedded channel's loop. */
  private static void within(EmbeddedChannel connection, String... texts) {
    for (String text : texts) {
      connection.write(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }
    for (int i = 0; i < texts.length; i++) {
      connection.pipeline().flush();
    }
  }

  @Test
  void whatIsWrittenInATurnLeavesAtItsEndInOrder() {
    EmbeddedChannel connection = connection();
    within(connection, "one ", "two ", "three");
    assertThat(sent(connection)).isEmpty();
    connection.runPendingTasks();
    assertThat(sent(connection)).isEqualTo("one two three");
    within(connection, "four");
    assertThat(sent(connection)).isEmpty();
    connection.runPendingTasks();
    assertThat(sent(connection)).isEqualTo("four");
  }

  @Test
  void whatIsNotFlushedStays() {
    EmbeddedChannel connection = connection();
    within(connection, "one");
    connection.runPendingTasks();
    connection.write(Unpooled.copiedBuffer("half", StandardCharsets.US_ASCII));
    connection.runPendingTasks();
    assertThat(sent(connection)).isEqualTo("one");
    connection.pipeline().flush();
    connection.runPendingTasks();
    assertThat(sent(connection)).isEqualTo("half");
  }

  @Test
  void whenSixteenWaitAllAreSent() {
    List<EmbeddedChannel> fifteen = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      EmbeddedChannel connection = connection();
      within(connection, "answer " + i);
      fifteen.add(connection);
    }
    assertThat(fifteen).allSatisfy(connection -> assertThat(sent(connection)).isEmpty());
    EmbeddedChannel last = connection();
    within(last, "answer 15");
    assertThat(sent(last)).isEqualTo("answer 15");
    for (int i = 0; i < 15; i++) {
      assertThat(sent(fifteen.get(i))).isEqualTo("answer " + i);
    }
  }

  @Test
  void closingSendsFirst() {
    EmbeddedChannel connection = connection();
    within(connection, "the last words");
    var unused = connection.close();
    assertThat(sent(connection)).isEqualTo("the last words");
    connection.runPendingTasks();
    assertThat(connection.isOpen()).isFalse();
    assertThat(sent(connection)).isEmpty();
  }

  @Test
  void disconnectingSendsFirst() {
    EmbeddedChannel connection = connection();
    within(connection, "the last words");
    var unused = connection.disconnect();
    assertThat(sent(connection)).isEqualTo("the last words");
  }

  @Test
  void whoIsNoLongerFollowedIsSentToAtOnce() {
    EmbeddedChannel connection = connection();
    within(connection, "one ");
    connection.pipeline().removeFirst();
    assertThat(sent(connection)).isEqualTo("one ");
    within(connection, "two");
    assertThat(sent(connection)).isEqualTo("two");
  }

  @Test
  void whoHearsThatItWasSentMayWriteMoreInTheSameTurn() {
    EmbeddedChannel first = connection();
    EmbeddedChannel second = connection();
    first
        .write(Unpooled.copiedBuffer("one", StandardCharsets.US_ASCII))
        .addListener(
            done -> {
              sent.add("one");
              within(second, "two");
            });
    first.pipeline().flush();
    first.runPendingTasks();
    assertThat(sent).containsExactly("one");
    assertThat(sent(first)).isEqualTo("one");
    assertThat(sent(second)).isEqualTo("two");
  }

  @Test
  void oneConnectionThatIsGoneDoesNotKeepTheOthers() {
    EmbeddedChannel gone = connection();
    EmbeddedChannel other = connection();
    within(gone, "to nobody");
    within(other, "to somebody");
    gone.unsafe().closeForcibly();
    gone.runPendingTasks();
    other.runPendingTasks();
    assertThat(sent(other)).isEqualTo("to somebody");
  }

  @Test
  void theLastWordsOfAPeerAreAnsweredBeforeItsConnectionEnds() throws Exception {
    // Read in one pass with what follows: the end of the stream.
    int full = 2048;
    NioEventLoopGroup loops = new NioEventLoopGroup(1);
    try {
      CountDownLatch mayRead = new CountDownLatch(1);
      Channel server =
          new ServerBootstrap()
              .group(loops)
              .channel(NioServerSocketChannel.class)
              .childOption(
                  ChannelOption.RCVBUF_ALLOCATOR,
                  new FixedRecvByteBufAllocator(full).maxMessagesPerRead(16))
              .childHandler(
                  new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                      connection.pipeline().addLast(turns.handler(), new Echo());
                    }
                  })
              .bind("127.0.0.1", 0)
              .sync()
              .channel();
      try (Socket client = new Socket()) {
        client.setSoTimeout(20_000);
        loops.next().execute(() -> awaitQuietly(mayRead));
        client.connect(server.localAddress());
        client.getOutputStream().write(new byte[full]);
        client.shutdownOutput();
        mayRead.countDown();
        assertThat(client.getInputStream().readAllBytes()).hasSize(full);
      }
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      var unused = context.writeAndFlush(bytes);
    }
  }
}
