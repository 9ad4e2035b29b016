package br.com.kobana.mcp.sockets;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends what is written to connections when the turn of their event loop ends, or when sixteen of
 * them wait, and not one by one: system calls come in a row, and a peer that sleeps is woken once.
 * What else had come by then is dealt with first: an answer waits for the rest of the turn it was
 * made in, or until fifteen others are made. Each event loop has its own turns; safe to use from
 * all.
 */
public final class Turns {
  private static final int MOST = 16;

  private final FastThreadLocal<Turn> turns =
      new FastThreadLocal<>() {
        @Override
        protected Turn initialValue() {
          return new Turn();
        }
      };

  /** From now on this connection is sent to at the end of turns. On its event loop. */
  public void follow(HttpConnection connection) {
    ((ConnectionBase) connection).channelHandlerContext().pipeline().addFirst(handler());
  }

  /** For one connection; next to its socket. */
  ChannelDuplexHandler handler() {
    return new Late();
  }

  /** The connections of one event loop that have something to send. */
  private static final class Turn implements Runnable {
    private final List<Late> waiting = new ArrayList<>(MOST);
    private boolean ending;
    private boolean scheduled;

    void add(Late connection, EventExecutor loop) {
      waiting.add(connection);
      if (ending) {
        return;
      }
      if (waiting.size() >= MOST) {
        end();
      } else if (!scheduled) {
        scheduled = true;
        loop.execute(this);
      }
    }

    @Override
    public void run() {
      scheduled = false;
      end();
    }

    /** Whoever is told that something was sent may write more: that is sent too. */
    private void end() {
      ending = true;
      try {
        for (int i = 0; i < waiting.size(); i++) {
          waiting.get(i).send();
        }
      } finally {
        waiting.clear();
        ending = false;
      }
    }
  }

  private final class Late extends ChannelDuplexHandler {
    private @org.jspecify.annotations.Nullable ChannelHandlerContext unsent;

    /** Else Netty closes the socket itself when the peer has said its last, past this handler. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    }

    /** What answers the last words goes out; then the connection ends, as without this handler. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        close(context, context.newPromise());
      } else {
        context.fireUserEventTriggered(event);
      }
    }

    @Override
    public void flush(ChannelHandlerContext context) {
      if (context.executor().isShuttingDown()) {
        context.flush();
      } else if (unsent == null) {
        unsent = context;
        turns.get().add(this, context.executor());
      }
    }

    void send() {
      ChannelHandlerContext context = unsent;
      unsent = null;
      if (context != null) {
        context.flush();
      }
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
      send();
      var unused = context.close(promise);
    }

    @Override
    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) {
      send();
      var unused = context.disconnect(promise);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      send();
    }
  }
}
