package br.com.kobana.mcp.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Closes a connection on which far more requests wait than any client pipelines, or one that waits
 * is broken. Vert.x keeps all that come while one is answered, without bound, in a list it walks
 * for each, and cannot answer one that it has not begun.
 */
final class PipelineLimit extends ChannelDuplexHandler {
  /** Requests of one connection that may wait for their answers. */
  static final int MOST = 64;

  private int unanswered;

  static void on(HttpConnection connection) {
    ChannelHandlerContext vertx = ((ConnectionBase) connection).channelHandlerContext();
    vertx.pipeline().addBefore(vertx.name(), "pipeline-limit", new PipelineLimit());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest) {
      unanswered++;
    }
    boolean broken = message instanceof HttpObject part && part.decoderResult().isFailure();
    if (unanswered > MOST || (broken && unanswered > 1)) {
      unanswered = MOST + 1;
      ReferenceCountUtil.release(message);
      var unused = context.close();
      return;
    }
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    boolean interim = message instanceof HttpResponse answer && answer.status().code() < 200;
    if (message instanceof LastHttpContent && !interim && unanswered <= MOST) {
      unanswered--;
    }
    var unused = context.write(message, promise);
  }
}
