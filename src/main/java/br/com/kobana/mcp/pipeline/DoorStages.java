package br.com.kobana.mcp.pipeline;

import br.com.kobana.mcp.auth.Caller;
import br.com.kobana.mcp.auth.Identity;
import br.com.kobana.mcp.http.HttpAnswer;
import br.com.kobana.mcp.http.HttpServers;
import br.com.kobana.mcp.jsonrpc.Inbound;
import br.com.kobana.mcp.jsonrpc.JsonRpcError;
import br.com.kobana.mcp.observe.Observation;
import br.com.kobana.mcp.protocol.Refusal;
import br.com.kobana.mcp.protocol.RequestHead;
import br.com.kobana.mcp.protocol.Rung;
import br.com.kobana.mcp.throttle.Throttle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/** The stages before a message is read as MCP: guard, authenticate, accept. */
final class DoorStages {
  private final DoorPolicy door;
  private final Identity identity;
  private final Throttle throttle;
  private final ClientAddress addresses;
  private final Verifications verifications = new Verifications();

  DoorStages(DoorPolicy door, Identity identity, Throttle throttle, ClientAddress addresses) {
    this.door = door;
    this.identity = identity;
    this.throttle = throttle;
    this.addresses = addresses;
  }

  /** Host, Origin, and the preflight, which carries no token and ends here. */
  void guard(Call call, Exchange exchange) {
    RequestHead head = call.head();
    door.objection(head)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
    door.crossOrigin(head).forEach(h -> call.header(h.getKey(), h.getValue()));
    if (head.method().equals("OPTIONS")) {
      call.answer(HttpAnswer.empty(204).with(DoorPolicy.preflight()));
      exchange.setRouteStop(true);
    }
  }

  /** Counts whoever asks for a public document. */
  CompletionStage<?> countAddress(Call call, Exchange exchange) {
    return throttle
        .countAddress(addresses.of(call.head()))
        .thenAccept(
            reading -> {
              if (reading.isExceeded()) {
                throw reading.refusal();
              }
            });
  }

  /**
   * The token. Requests without an account spend the budget of their address, and an address
   * without budget gets no token verified any more.
   */
  CompletionStage<?> authenticate(Call call, Exchange exchange) {
    RequestHead head = call.head();
    List<String> authorization = head.all("authorization");
    List<String> accounts = head.all("x-account-uid");
    Optional<String> account =
        accounts.isEmpty()
            ? Optional.empty()
            : Optional.of(accounts.size() == 1 ? RequestHead.trim(accounts.get(0)) : "");
    Identity.Presented presented = identity.presented(authorization, account);
    Identity.Standing standing = identity.standing(presented);
    if (standing != Identity.Standing.NO_TOKEN) {
      call.observation().cached(Observation.Cache.IDENTITY, standing != Identity.Standing.UNKNOWN);
    }
    if (standing == Identity.Standing.VERIFIED) {
      return verify(call, exchange, presented);
    }
    String address = addresses.of(head);
    Supplier<CompletionStage<Caller>> verified = () -> verify(call, exchange, presented);
    if (standing != Identity.Standing.UNKNOWN) {
      return withinBudget(address, left -> counting(address, verified.get()));
    }
    // Counted before the budget is looked at, and until the budget has been spent.
    int underWay = verifications.begin(address);
    return withinBudget(address, left -> asked(address, left, underWay, verified))
        .whenComplete((done, failure) -> verifications.end(address));
  }

  private CompletionStage<Void> withinBudget(
      String address, LongFunction<CompletionStage<Void>> go) {
    return throttle
        .peekAddress(address)
        .thenCompose(
            reading -> {
              long left = reading.limit() - reading.count();
              return left <= 0
                  ? CompletableFuture.failedFuture(throttle.refuse(reading))
                  : go.apply(left);
            });
  }

  /**
   * What somebody has to be asked about: only as often as one address may in a second, and only as
   * many at once as it has budget left.
   */
  private CompletionStage<Void> asked(
      String address, long left, int underWay, Supplier<CompletionStage<Caller>> verified) {
    return throttle
        .countVerification(address)
        .thenCompose(
            rate ->
                counting(
                    address,
                    rate.isExceeded() || underWay > left
                        ? CompletableFuture.failedFuture(rate.refusal())
                        : verified.get()));
  }

  private CompletionStage<Void> counting(String address, CompletionStage<Caller> verified) {
    return verified
        .handle((caller, failure) -> failure)
        .thenCompose(failure -> counted(address, failure));
  }

  private CompletionStage<Caller> verify(
      Call call, Exchange exchange, Identity.Presented presented) {
    return identity
        .caller(presented)
        .thenApply(
            caller -> {
              call.caller(caller);
              exchange.setProperty(Properties.ACCOUNT, caller.accountUid());
              return caller;
            });
  }

  /** An API that is away is not the caller's fault and costs it nothing. */
  private CompletionStage<Void> counted(
      String address, @org.jspecify.annotations.Nullable Throwable failure) {
    if (failure == null) {
      return CompletableFuture.completedFuture(null);
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    boolean counts =
        cause instanceof Refusal r && (r.rung() == Rung.TOKEN || r.rung() == Rung.ADDRESS_BUDGET);
    if (!counts || !(cause instanceof Refusal refusal)) {
      return CompletableFuture.failedFuture(cause);
    }
    return throttle
        .countAddress(address)
        .thenAccept(reading -> refuse(reading.isExceeded() ? reading.refusal() : refusal));
  }

  private static void refuse(Refusal refusal) {
    throw refusal;
  }

  /** Method, media types, size and the one parse. */
  CompletionStage<?> accept(Call call, Exchange exchange) {
    RequestHead head = call.head();
    if (!head.method().equals("POST")) {
      throw methodNotAllowed(head);
    }
    if (!MediaTypes.isJson(head.all("content-type"))) {
      throw unsupported(Rung.CONTENT_TYPE, 415, "Content-Type must be application/json in UTF-8");
    }
    if (!head.all("content-encoding").stream().allMatch("identity"::equalsIgnoreCase)) {
      throw unsupported(Rung.CONTENT_ENCODING, 415, "The body must not be compressed");
    }
    if (!MediaTypes.acceptsJson(head.all("accept"))) {
      throw unsupported(Rung.ACCEPT, 406, "This server answers application/json");
    }
    return call.http()
        .body()
        .thenAccept(
            body -> {
              if (body.isEmpty()) {
                call.defer(
                    unsupported(
                        Rung.BODY_SIZE,
                        413,
                        "The body is larger than " + HttpServers.MAX_BODY + " bytes"));
                return;
              }
              call.observation().received(body.get().length);
              Inbound inbound = Inbound.read(body.get());
              call.inbound(inbound);
              if (inbound instanceof Inbound.Malformed malformed) {
                Rung rung =
                    malformed.error().code() == JsonRpcError.PARSE_ERROR ? Rung.JSON : Rung.SHAPE;
                call.defer(Refusal.rpc(rung, 400, malformed.error()));
              }
            });
  }

  static Refusal methodNotAllowed(RequestHead head) {
    String allow = head.path().length() <= 1 ? "GET, POST, OPTIONS" : "POST, OPTIONS";
    return new Refusal(
        Rung.HTTP_METHOD,
        405,
        Map.of("allow", allow),
        new Refusal.Body.Rpc(
            JsonRpcError.of(JsonRpcError.INVALID_REQUEST, "Method not allowed; send POST")));
  }

  private static Refusal unsupported(Rung rung, int status, String message) {
    return Refusal.rpc(rung, status, JsonRpcError.INVALID_REQUEST, message);
  }
}
