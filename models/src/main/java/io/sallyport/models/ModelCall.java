package io.sallyport.models;

import io.sallyport.decision.Check;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.WaitingCharge;
import io.sallyport.decision.rates.TokenCharge;
import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request of a model: parsed, judged for each backend that could answer, sent to the first that does, recorded,
 * answered. Used by one thread, which waits for backends.
 */
final class ModelCall {
    private final ModelResources resources;
    private final PolicyChain policies;
    private final ModelRoutes routes;
    private final CanonicalHost host;
    private final ModelHead head;
    private final ModelTrace trace;
    private Consumer<OwnReply> answered = _ -> {};
    private @Nullable ModelRefusal refused;
    private boolean isCounted;
    private TokenCharge charge = new TokenCharge(0);

    ModelCall(
            ModelResources resources,
            PolicyChain policies,
            CanonicalRequest request,
            ModelHead head,
            ModelTrace trace) {
        this.resources = resources;
        this.policies = policies;
        this.routes = resources.routes().at(request);
        this.host = request.host();
        this.head = head;
        this.trace = trace;
    }

    /**
     * Runs the call to the beginning of its answer; waits.
     *
     * @param told called once, on any thread
     */
    void run(byte[] body, Consumer<OwnReply> told) {
        answered = told;
        trace.asks(head.endpoint(), head.endpoint().model(), body.length);
        trace.hasBody(body);
        ModelRefusal why = trace.refused();
        if (why == null) {
            read(body);
        } else {
            trace.asksBy(resources.prompts().without(why.reason()));
            refuse(why);
        }
    }

    private void read(byte[] body) {
        switch (ModelRequest.parse(head.endpoint(), head.contentType(), body)) {
            case Parsed.Rejected(String why, int _) -> {
                trace.asksBy(resources.prompts().without(ReasonCode.MALFORMED_REQUEST));
                refuse(ModelRefusal.of(ReasonCode.MALFORMED_REQUEST, why));
            }
            case Parsed.Accepted(ModelRequest request) -> run(request);
        }
    }

    private void run(ModelRequest request) {
        String model = request.model();
        trace.asks(head.endpoint(), model, request.size());
        trace.asksBy(resources.prompts().of(request));
        if (model == null) {
            list();
            return;
        }
        switch (CanonicalAction.parse(CapabilityName.MODEL_USE, model, null)) {
            case Canonicalized.Rejected(var reason, String why, int _) -> refuse(ModelRefusal.of(reason, why));
            case Canonicalized.Accepted(CanonicalAction use) -> route(request, use, model);
        }
    }

    /** The models that the sandbox may use, of those that backends serve by name. */
    private void list() {
        List<String> names = routes
                .names(head.endpoint().operation(), policies.own().facts().labels())
                .stream()
                .filter(this::isGranted)
                .toList();
        byte[] body = ModelLists.of(head.endpoint().operation(), names);
        if (body == null) {
            refuse(ModelRefusal.of(ReasonCode.METHOD_REFUSED, "the request names no model"));
        } else {
            answer(OwnReply.json(200, new String(body, StandardCharsets.UTF_8)), null);
        }
    }

    private boolean isGranted(String model) {
        return CanonicalAction.parse(CapabilityName.MODEL_USE, model, null)
                        instanceof Canonicalized.Accepted<CanonicalAction>(CanonicalAction use)
                && question(use).judged() instanceof Decision.Allow;
    }

    private ModelQuestion question(CanonicalAction use) {
        return new ModelQuestion(policies, use, host, charge, resources.rates());
    }

    private void route(ModelRequest request, CanonicalAction use, String model) {
        charge = new TokenCharge(ModelSpending.mostTokens(request, resources.limits()));
        List<ModelRoute> found = routes.of(
                model, head.endpoint().operation(), policies.own().facts().labels());
        if (found.isEmpty() && isPermitted(use)) {
            refuse(ModelRefusal.of(ReasonCode.MODEL_NOT_FOUND, null));
            return;
        }
        for (int i = 0; i < found.size(); i++) {
            ModelRoute route = found.get(i);
            if (isPermitted(route.question(use, request)) && answers(route, request, i + 1 == found.size())) {
                return;
            }
            if (refused != null && refused.isFinal()) {
                break;
            }
        }
        refuse(refused == null ? ModelRefusal.of(ReasonCode.INTERNAL_ERROR, null) : refused);
    }

    /** Whether policy lets the request go there; the first time it does is what rates count. */
    private boolean isPermitted(CanonicalAction use) {
        ModelQuestion question = question(use);
        if (isCounted) {
            Decision said = question.judged();
            trace.judged(said);
            return said instanceof Decision.Allow;
        }
        Judging judging = policies.admit(question);
        trace.judged(judging.decision());
        if (judging instanceof Judging.Refused why) {
            refused = ModelRefusal.by(why.why(), why.by() != Check.POLICY);
            return false;
        }
        isCounted = true;
        Account account = policies.sandbox().admission().account();
        refused = switch (WaitingCharge.takeRequest(account, host)) {
            case HELD -> null;
            case USED_UP -> new ModelRefusal(ReasonCode.BUDGET_EXHAUSTED, "no requests are left", null, 0, true);
            case UNAVAILABLE -> ModelRefusal.of(ReasonCode.STATE_UNAVAILABLE, null);
        };
        return refused == null;
    }

    /** Whether the backend's answer, or a refusal that ends the call, was passed on. */
    private boolean answers(ModelRoute route, ModelRequest request, boolean isLast) {
        BackendAccess access = resources.keys().of(route.backend(), route.sent(request));
        trace.tries(route, shown(route.backend(), access));
        if (access.key() instanceof BackendKey.Unavailable(String why)) {
            return fails(ReasonCode.CREDENTIAL_UNAVAILABLE, 0, why);
        }
        return switch (prepare(route, request)) {
            case ModelSpending.Prepared.Refused(ModelRefusal why) -> {
                refuse(why);
                yield true;
            }
            case ModelSpending.Prepared.Ready(ModelRequest paid, ModelSpending spending) ->
                switch (ClientAnswers.of(paid, route.backend(), resources.wall().instant())) {
                    case Parsed.Rejected(String why, int _) -> {
                        spending.release();
                        refuse(ModelRefusal.of(ReasonCode.MALFORMED_REQUEST, why));
                        yield true;
                    }
                    case Parsed.Accepted(ClientAnswers answers) ->
                        new BackendCall(this, resources, route, access, answers, spending).answers(isLast);
                };
        };
    }

    /** Names of the providers whose secrets go there. */
    private static List<String> shown(ModelBackend backend, BackendAccess access) {
        String key = access.key() instanceof BackendKey.Known ? backend.provider() : null;
        String certificate = access.identity() == null ? null : backend.certificate();
        return Stream.of(key, certificate).flatMap(Stream::ofNullable).toList();
    }

    private ModelSpending.Prepared prepare(ModelRoute route, ModelRequest request) {
        return ModelSpending.prepare(
                policies.sandbox().admission().account(),
                resources.holds(),
                request.withModel(route.model()),
                resources.prices().price(route.model()).orElse(null),
                route.backend().isLocal(),
                resources.limits(),
                charge);
    }

    /** Notes that a backend gave no answer to pass on; the next one is asked. Always false. */
    boolean fails(ReasonCode reason, int status, @Nullable String detail) {
        trace.failed(reason, status);
        refused = ModelRefusal.of(reason, null).noted(detail);
        return false;
    }

    /** Rates get back the tokens of a call that used none. */
    void usedNothing() {
        charge.settle(0);
    }

    PolicyChain policies() {
        return policies;
    }

    ModelHead head() {
        return head;
    }

    ModelTrace trace() {
        return trace;
    }

    private void refuse(ModelRefusal why) {
        usedNothing();
        refuse(why, answered);
    }

    /** Answers a call that does not run with a refusal. */
    void refuse(ModelRefusal why, Consumer<OwnReply> told) {
        refuse(resources, trace, head.endpoint().api(), why, told);
    }

    /** Refused it is, recorded or not. */
    static void refuse(
            ModelResources resources, ModelTrace trace, ModelApi api, ModelRefusal why, Consumer<OwnReply> told) {
        OwnReply reply = ModelReplies.refused(api, why, trace.auditId());
        long now = resources.nanoClock().getAsLong();
        resources
                .audit()
                .append(
                        trace.record(why.reason(), reply.status(), now, why.detail()),
                        Runnable::run,
                        _ -> told.accept(reply));
    }

    /** Answers once the record is written, or with a refusal where it cannot be. */
    void answer(OwnReply reply, @Nullable String detail) {
        long now = resources.nanoClock().getAsLong();
        resources
                .audit()
                .append(
                        trace.record(ReasonCode.GRANTED, reply.status(), now, detail),
                        Runnable::run,
                        inSink -> answered.accept(inSink ? reply : unrecorded(reply)));
    }

    private OwnReply unrecorded(OwnReply reply) {
        if (reply instanceof OwnReply.Streamed streamed) {
            streamed.content().giveUp();
        }
        return ModelReplies.refused(
                head.endpoint().api(), ModelRefusal.of(ReasonCode.AUDIT_UNAVAILABLE, null), trace.auditId());
    }
}
