package br.com.kobana.mcp.sandbox;

import br.com.kobana.mcp.jsonrpc.Json;
import br.com.kobana.mcp.jsonrpc.MalformedJson;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one request: who sends it, the hour's budget, the operation, its scopes, its
 * parameters, its idempotency key, then the operation itself.
 */
final class Api {
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);

  /** What the operation is replaced with, to show a failure from within. */
  private static final Operation.Action FAILS = call -> Errors.failure(500);

  private final InstantSource clock;
  private final Times times;

  /** Whose a token is, is asked before all else; a start waits for no more than this. */
  private final Operations me = new Operations(Me.operations());

  private Optional<Operations> others = Optional.empty();
  private World world;
  private RateLimits limits;
  private Idempotency idempotency;
  private Effects effects = new Effects();

  Api(InstantSource clock) {
    this.clock = clock;
    this.times = new Times(clock);
    this.world = new World(times.today());
    this.limits = new RateLimits(clock);
    this.idempotency = new Idempotency(clock);
  }

  /** Puts the seed data back and forgets counts and keys. */
  void reset() {
    world = new World(times.today());
    limits = new RateLimits(clock);
    idempotency = new Idempotency(clock);
    effects = new Effects();
  }

  /** What writes have done since the start: a repeated answer does nothing. */
  ArrayNode effects() {
    return effects.json();
  }

  Answer answer(Incoming request) {
    return answer(request, Optional.empty());
  }

  /** As if the operation itself had broken: an idempotency key remembers it. */
  Answer failing(Incoming request) {
    return answer(request, Optional.of(FAILS));
  }

  /** An answer of this status that the operation had no part in. */
  Answer refusing(Incoming request, int status) {
    return switch (status) {
      case 401 -> Errors.unauthorized();
      case 403 -> Errors.forbidden("Acesso negado.");
      case 404 -> Errors.notFound();
      case 429 -> limits.refusal(request.read());
      default -> Errors.failure(status);
    };
  }

  private Answer answer(Incoming request, Optional<Operation.Action> instead) {
    Identity.Outcome who =
        Identity.of(request.header("authorization"), request.header("x-account-uid"));
    if (who instanceof Identity.Outcome.Refused refused) {
      return refused.answer();
    }
    Grant grant = ((Identity.Outcome.Known) who).grant();
    RateLimits.Spending spending = limits.spend(grant.account(), request.read());
    Answer answer = spending.refusal().orElseGet(() -> dispatch(request, grant, instead));
    return answer.withHeaders(spending.headers());
  }

  private Answer dispatch(Incoming request, Grant grant, Optional<Operation.Action> instead) {
    try {
      Optional<Operations.Match> match = match(request);
      if (match.isEmpty()) {
        return Errors.notFound();
      }
      Operation operation = match.get().operation();
      Optional<Answer> refusal = grant.refusal(operation);
      if (refusal.isPresent()) {
        return refusal.get();
      }
      AccountData data = world.of(grant.account());
      if (operation.read() && operation.steady() && instead.isEmpty()) {
        Optional<Answer> remembered = data.remembered(request.uri());
        if (remembered.isPresent()) {
          return remembered.get();
        }
      }
      Optional<ObjectNode> body = body(request);
      if (body.isEmpty()) {
        return Errors.badBody();
      }
      Call call =
          new Call(
              grant,
              data,
              request.path(),
              match.get().params(),
              Query.parse(request.query()),
              body.get(),
              times);
      return run(request, call, operation, instead.orElse(operation.action()));
    } catch (IllegalArgumentException e) {
      return Errors.badQuery(Version.of(request.path()), "Endereço inválido");
    }
  }

  private Optional<Operations.Match> match(Incoming request) {
    Optional<Operations.Match> found = me.match(request.method(), request.path());
    if (found.isPresent()) {
      return found;
    }
    Operations made = others.orElseGet(() -> new Operations(AllOperations.list()));
    others = Optional.of(made);
    return made.match(request.method(), request.path());
  }

  private Answer run(Incoming request, Call call, Operation operation, Operation.Action action) {
    if (operation.read()) {
      Answer answer = guarded(action, call, operation);
      if (operation.steady() && answer.status() == 200) {
        call.data().remember(request.uri(), answer);
      }
      return answer;
    }
    Optional<String> key =
        request
            .header("x-idempotency-key")
            .filter(k -> !k.isEmpty() && Idempotency.appliesTo(request.method()));
    if (key.isEmpty()) {
      return write(request, action, call, operation);
    }
    if (key.get().length() > Idempotency.LONGEST_KEY) {
      return Errors.reusedKey("é longa demais");
    }
    Account account = call.grant().account();
    Idempotency.Request asked =
        new Idempotency.Request(request.method(), request.uri(), call.body().deepCopy());
    Optional<Answer> replay = idempotency.replay(account, key.get(), asked);
    if (replay.isPresent()) {
      return replay.get();
    }
    Answer answer = write(request, action, call, operation);
    idempotency.keep(account, key.get(), asked, answer);
    return answer;
  }

  private Answer write(Incoming request, Operation.Action action, Call call, Operation operation) {
    Answer answer = guarded(action, call, operation);
    if (answer.status() < 300) {
      effects.add(request.method(), request.path());
    }
    call.data().changed();
    return answer;
  }

  /** A defect here must not leave the caller without an answer. */
  private static Answer guarded(Operation.Action action, Call call, Operation operation) {
    try {
      return action.run(call);
    } catch (RuntimeException e) {
      LOG.error("operation failed: {} {}", operation.method(), operation.template(), e);
      return Errors.failure(500);
    }
  }

  /** The object sent; an empty one when there is no body; nothing when it is something else. */
  private static Optional<ObjectNode> body(Incoming request) {
    if (request.body().length() == 0) {
      return Optional.of(Json.object());
    }
    try {
      return Json.parse(request.body().getBytes()) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
