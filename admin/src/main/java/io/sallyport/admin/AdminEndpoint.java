package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Malformed;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.decision.AddressLimit;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Endpoint;
import io.sallyport.web.HeadFault;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.HostRule;
import io.sallyport.web.WebRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Serves the control API on a listener. Confined to its event loop. */
final class AdminEndpoint implements Endpoint {
    private final AdminLimits limits;
    private final FrontDoor door;
    private final Calls calls;
    private final CallRecords records;

    /** @param workers runs calls that read a file or visit every sandbox */
    AdminEndpoint(AdminSettings settings, AdminParts parts, Executor workers) {
        limits = settings.limits();
        records = new CallRecords(parts.audit(), parts.wall(), parts.nanoClock());
        var gate = new Gate(
                new HostRule(settings.hostNames()),
                settings.tls() != null,
                parts.tokens(),
                new AddressLimit(parts.nanoClock(), Gate.MAX_WRONG));
        door = new FrontDoor(limits, gate, new AddressLimit(parts.nanoClock(), FrontDoor.MAX_OPEN));
        calls = new Calls(settings, parts, records, workers);
    }

    @Override
    public HeadVerdict judge(WebRequest request) {
        return switch (door.judge(request)) {
            case FrontDoor.Refused refused -> new HeadVerdict.Answered(told(request, refused), refused.closes());
            case FrontDoor.Passed passed -> new HeadVerdict.Admitted(new AdmittedCall(limits, calls, passed, request));
        };
    }

    private CompletionStage<OwnReply.Whole> told(WebRequest request, FrontDoor.Refused refused) {
        ReasonCode reason = refused.recorded();
        return reason == null
                ? CompletableFuture.completedStage(refused.problem().answer())
                : recorded(request, refused.problem(), reason, refused.caller());
    }

    @Override
    public CompletionStage<OwnReply.Whole> refuse(WebRequest request, HeadFault fault) {
        return recorded(request, Malformed.problem(fault, limits.web()), ReasonCode.MALFORMED_REQUEST, null);
    }

    private CompletionStage<OwnReply.Whole> recorded(
            WebRequest request, Problem problem, ReasonCode reason, @Nullable Caller caller) {
        return records.atDoor(Settled.refused(problem, reason), caller, request);
    }
}
