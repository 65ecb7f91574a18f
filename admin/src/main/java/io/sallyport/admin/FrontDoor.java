package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Malformed;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.control.calls.Precondition;
import io.sallyport.decision.AddressLimit;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Endpoint;
import io.sallyport.web.HeadFault;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.HostRule;
import io.sallyport.web.Reply;
import io.sallyport.web.WebRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The control API as a listener serves it. Judges the head of a call before any of its body is read: who is calling,
 * what they ask for, and whether they may. Confined to the event loop.
 */
final class FrontDoor implements Endpoint {
    /** Limit of calls per minute and address on routes that need no token: ten a second. */
    static final int MAX_OPEN = 600;

    private final AdminLimits limits;
    private final Gate gate;
    private final AddressLimit strangers; // apart, so that calls without a token take nothing from those with one
    private final Calls calls;
    private final CallRecords records;
    private final @Nullable Endpoint pages;

    /** @param workers runs calls that read a file or visit every sandbox */
    FrontDoor(AdminSettings settings, AdminParts parts, Executor workers) {
        limits = settings.limits();
        records = new CallRecords(parts.audit(), parts.wall(), parts.nanoClock());
        gate = new Gate(
                new HostRule(settings.hostNames()),
                settings.tls() != null,
                parts.tokens(),
                new AddressLimit(parts.nanoClock(), Gate.MAX_WRONG));
        strangers = new AddressLimit(parts.nanoClock(), MAX_OPEN);
        calls = new Calls(settings, parts, records, workers);
        Pages beside = parts.pages();
        pages = beside == null
                ? null
                : beside.over(
                        new PageCalls(this, gate, records, new AddressLimit(parts.nanoClock(), PageCalls.MAX_LOGINS)),
                        workers);
    }

    @Override
    public HeadVerdict judge(WebRequest request) {
        if (pages != null && Pages.isPage(request.path())) {
            return pages.judge(request);
        }
        return switch (CallTarget.parse(request.target())) {
            // the start of the next request is uncertain
            case CallTarget.Rejected(var why) ->
                new HeadVerdict.Answered(malformed(request, Problem.of(400, "INVALID_REQUEST", why)), true);
            case CallTarget.Accepted(var target) -> judge(request, target);
        };
    }

    /** Returns the reply to a call of a page, by a caller who is known already. */
    Reply call(Caller caller, WebRequest request, ByteBuffer body) {
        return switch (CallTarget.parse(request.target())) {
            case CallTarget.Rejected(var why) ->
                Reply.now(Problem.of(400, "INVALID_REQUEST", why).answer());
            case CallTarget.Accepted(var target) ->
                switch (judge(request, target, Route.of(request.method(), target.segments()), caller)) {
                    case HeadVerdict.Answered(var reply, var _) -> new Reply.One(reply);
                    case HeadVerdict.Admitted(var call) -> call.answer(body);
                };
        };
    }

    @Override
    public CompletionStage<OwnReply.Whole> refuse(WebRequest request, HeadFault fault) {
        return malformed(request, Malformed.problem(fault, limits.web()));
    }

    private CompletionStage<OwnReply.Whole> malformed(WebRequest request, Problem problem) {
        return records.atDoor(Settled.refused(problem, ReasonCode.MALFORMED_REQUEST), null, request);
    }

    private HeadVerdict judge(WebRequest request, CallTarget target) {
        Route.Match match = Route.of(request.method(), target.segments());
        if (match instanceof Route.Found(var open) && open.permission(target.parameters()) == null) {
            return strangers.admits(request.peer().getAddress())
                    ? calls.admit(new Call(
                            open, null, null, null, Precondition.NONE, target.parameters(), request, Call.NO_BODY))
                    : quiet(Problem.of(429, "RATE_LIMITED", "this address asks too often")
                            .with("Retry-After", "60"));
        }
        return switch (gate.enter(request)) {
            case Gate.Refused(var problem, var reason) -> refused(request, problem, reason, null);
            case Gate.Admitted(var caller) -> judge(request, target, match, caller);
        };
    }

    private HeadVerdict judge(WebRequest request, CallTarget target, Route.Match match, Caller caller) {
        return switch (match) {
            case Route.Nowhere() -> quiet(Problem.of(404, "NOT_FOUND", "there is no such call (see /openapi.json)"));
            case Route.OtherMethod(var allow) ->
                quiet(Problem.of(405, "METHOD_NOT_ALLOWED", "the path has no such method (expected: " + allow + ")")
                        .with("Allow", allow));
            case Route.Found(var route) -> judge(request, target, route, caller);
        };
    }

    private HeadVerdict judge(WebRequest request, CallTarget target, Route route, Caller caller) {
        Permission needed = route.permission(target.parameters());
        if (needed != null && !caller.role().may(needed)) {
            String why = "the role " + caller.role().word() + " does not allow this call";
            return refused(request, Problem.of(403, "PERMISSION_DENIED", why), ReasonCode.ROLE_REFUSED, caller);
        }
        return switch (CallHead.read(request.head(), target, route, limits.maxBodyBytes())) {
            case CallHead.Rejected(var problem) -> quiet(problem);
            case CallHead.Accepted(var id, var skill, var condition) ->
                calls.admit(new Call(route, caller, id, skill, condition, target.parameters(), request, Call.NO_BODY));
        };
    }

    /** Refuses without a record: what came is no attempt at something that the caller may not do. */
    private static HeadVerdict quiet(Problem problem) {
        return HeadVerdict.now(problem.answer());
    }

    private HeadVerdict refused(WebRequest request, Problem problem, ReasonCode reason, @Nullable Caller caller) {
        return new HeadVerdict.Answered(records.atDoor(Settled.refused(problem, reason), caller, request), false);
    }
}
