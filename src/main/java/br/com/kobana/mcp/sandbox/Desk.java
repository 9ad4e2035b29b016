package br.com.kobana.mcp.sandbox;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.InstantSource;
import java.util.Optional;

/** Receives requests, shows the faults in force, and sends the answers. */
final class Desk implements Handler<HttpServerRequest> {
  private static final int MOST_BODY_BYTES = 4 * 1024 * 1024;
  private static final int INTERNAL_ERROR = 500;
  private static final String PAGE =
      "<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>";

  private final Vertx vertx;
  private final Api api;
  private final Faults faults = new Faults();
  private final CallLog calls = new CallLog();
  private final Control control;

  Desk(Vertx vertx, InstantSource clock) {
    this.vertx = vertx;
    this.api = new Api(clock);
    this.control = new Control(faults, calls, api::effects, api::reset);
  }

  @Override
  public void handle(HttpServerRequest request) {
    boolean own = request.path().startsWith(Control.PREFIX);
    if (!own && faults.cuts(request.method().name(), request.path())) {
      request.connection().close();
      return;
    }
    if (request.getHeader("content-length") == null
        && request.getHeader("transfer-encoding") == null) {
      received(request, Buffer.buffer());
      return;
    }
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          // Beyond the limit the rest is read and let go: the answer is given at the end.
          if (body.length() <= MOST_BODY_BYTES) {
            body.appendBuffer(chunk);
          }
        });
    request.endHandler(end -> received(request, body));
  }

  private void received(HttpServerRequest request, Buffer body) {
    String query = request.query() == null ? "" : request.query();
    Incoming incoming =
        new Incoming(request.method().name(), request.path(), query, request.headers(), body);
    if (body.length() > MOST_BODY_BYTES) {
      send(request.response(), Errors.tooLarge());
    } else if (incoming.path().startsWith(Control.PREFIX)) {
      send(request.response(), control.answer(incoming));
    } else {
      calls.add(incoming);
      meet(request, incoming, faults.take(incoming.method(), incoming.path()));
    }
  }

  private void meet(HttpServerRequest request, Incoming incoming, Optional<Fault> met) {
    if (met.isEmpty()) {
      send(request.response(), api.answer(incoming));
      return;
    }
    Fault fault = met.get();
    switch (fault.kind()) {
      case STATUS -> send(request.response(), status(incoming, fault.status()));
      case HTML -> send(request.response(), Answer.html(fault.status(), PAGE));
      case EMPTY -> send(request.response(), Answer.empty(fault.status()));
      case RESET, CUT -> request.connection().close();
      case DELAY ->
          vertx.setTimer(fault.millis(), fired -> send(request.response(), api.answer(incoming)));
      case DROP_AFTER_WRITE -> {
        api.answer(incoming);
        request.connection().close();
      }
      case EMPTY_AFTER_WRITE ->
          send(request.response(), Answer.empty(api.answer(incoming).status()));
    }
  }

  /**
   * A 500 is the API's own and is remembered by an idempotency key; any other status stands for
   * something in front of it, which knows no keys.
   */
  private Answer status(Incoming incoming, int status) {
    return status == INTERNAL_ERROR ? api.failing(incoming) : api.refusing(incoming, status);
  }

  private static void send(HttpServerResponse response, Answer answer) {
    if (response.closed() || response.ended()) {
      return;
    }
    response.setStatusCode(answer.status());
    answer.headers().forEach(response::putHeader);
    if (!answer.contentType().isEmpty()) {
      response.putHeader("content-type", answer.contentType());
    }
    response.end(answer.body());
  }
}
