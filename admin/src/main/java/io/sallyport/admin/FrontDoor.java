package io.sallyport.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.body.RequestBody;
import io.sallyport.decision.AddressLimit;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.web.WebRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges the head of a call before any of its body is read: who is calling, what they ask for, and whether they may.
 * Confined to the event loop.
 */
final class FrontDoor {
    /** Limit of calls per minute and address on routes that need no token: ten a second. */
    static final int MAX_OPEN = 600;

    private final AdminLimits limits;
    private final Gate gate;
    private final AddressLimit strangers;

    /** @param strangers a separate limit, so that calls without a token take nothing from those with one */
    FrontDoor(AdminLimits limits, Gate gate, AddressLimit strangers) {
        this.limits = limits;
        this.gate = gate;
        this.strangers = strangers;
    }

    /** The verdict on a head. */
    sealed interface Judged {}

    /** @param caller null on a route that needs no token */
    record Passed(
            Route route,
            @Nullable Caller caller,
            @Nullable SandboxId id,
            @Nullable String skill,
            Map<String, String> parameters)
            implements Judged {}

    /**
     * @param closes whether to close the connection, because the start of the next request is uncertain
     * @param recorded the reason for the audit log, or null if no record is written
     */
    record Refused(
            Problem problem,
            boolean closes,
            @Nullable ReasonCode recorded,
            @Nullable Caller caller) implements Judged {}

    Judged judge(WebRequest request) {
        return switch (Target.parse(request.target())) {
            case Target.Rejected(var why) ->
                new Refused(Problem.of(400, "INVALID_REQUEST", why), true, ReasonCode.MALFORMED_REQUEST, null);
            case Target.Accepted(var target) -> judge(request, target);
        };
    }

    private Judged judge(WebRequest request, Target target) {
        Route.Match match = Route.of(request.method(), target.segments());
        if (match instanceof Route.Found(var open) && open.permission(target.parameters()) == null) {
            return strangers.admits(request.peer().getAddress())
                    ? new Passed(open, null, null, null, target.parameters())
                    : new Refused(askedTooOften(), false, null, null);
        }
        return switch (gate.enter(request)) {
            case Gate.Refused(var problem, var reason) -> new Refused(problem, false, reason, null);
            case Gate.Admitted(var caller) -> judge(request.head(), target, match, caller);
        };
    }

    private Judged judge(HttpRequest head, Target target, Route.Match match, Caller caller) {
        return switch (match) {
            case Route.Nowhere() ->
                quiet(Problem.of(404, "NOT_FOUND", "there is no such call (see /openapi.json)"), caller);
            case Route.OtherMethod(var allow) ->
                quiet(
                        Problem.of(405, "METHOD_NOT_ALLOWED", "the path has no such method (expected: " + allow + ")")
                                .with("Allow", allow),
                        caller);
            case Route.Found(var route) -> judge(head, target, route, caller);
        };
    }

    private Judged judge(HttpRequest head, Target target, Route route, Caller caller) {
        Permission needed = route.permission(target.parameters());
        if (needed != null && !caller.role().may(needed)) {
            return new Refused(
                    Problem.of(
                            403,
                            "PERMISSION_DENIED",
                            "the role " + caller.role().word() + " does not allow this call"),
                    false,
                    ReasonCode.ROLE_REFUSED,
                    caller);
        }
        Problem unfit = unfit(head, target, route);
        if (unfit != null) {
            return quiet(unfit, caller);
        }
        String text = route.idIn(target.segments());
        SandboxId id = text == null ? null : SandboxId.parse(text);
        return text != null && id == null
                ? quiet(
                        Problem.of(400, "INVALID_ID", "no sandbox id (expected: [A-Za-z0-9][A-Za-z0-9._-]{0,62})"),
                        caller)
                : new Passed(route, caller, id, route.skillIn(target.segments()), target.parameters());
    }

    private static Refused quiet(Problem problem, Caller caller) {
        return new Refused(problem, false, null, caller);
    }

    private @Nullable Problem unfit(HttpRequest head, Target target, Route route) {
        for (String name : target.parameters().keySet()) {
            if (!route.parameters().contains(name)) {
                return Problem.of(
                        400,
                        "UNKNOWN_PARAMETER",
                        "\"" + RequestBody.shown(name) + "\" is no parameter of this call (expected: "
                                + String.join(", ", new TreeSet<>(route.parameters())) + ")");
            }
        }
        if (head.headers().getAll(HttpHeaderNames.IF_MATCH).size() > 1) {
            return Problem.of(400, "INVALID_HEADER", "If-Match came more than once");
        }
        return route.takesBody() ? unfitBody(head) : null;
    }

    private @Nullable Problem unfitBody(HttpRequest head) {
        String coding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            return Problem.of(415, "UNSUPPORTED_CODING", "the body has a content coding (expected: none)");
        }
        var charset = HttpUtil.getCharset(head.headers().get(HttpHeaderNames.CONTENT_TYPE, ""), StandardCharsets.UTF_8);
        if (!charset.equals(StandardCharsets.UTF_8)) {
            return Problem.of(
                    415,
                    "UNSUPPORTED_CHARSET",
                    "the body is in " + charset.name().toLowerCase(Locale.ROOT) + " (expected: utf-8)");
        }
        long length = HttpUtil.getContentLength(head, 0L);
        return length > limits.maxBodyBytes() ? Problem.tooLarge(limits.maxBodyBytes()) : null;
    }

    private static Problem askedTooOften() {
        return Problem.of(429, "RATE_LIMITED", "this address asks too often").with("Retry-After", "60");
    }
}
