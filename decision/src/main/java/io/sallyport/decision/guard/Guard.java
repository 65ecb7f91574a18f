package io.sallyport.decision.guard;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.FileOperation;
import io.sallyport.model.Inquiry;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * The order of checks, of which the first that fails answers: has the sandbox ended, does its phase hold this back, is it
 * closed to everyone, what do the policies say, is a budget used up. No wait, nothing counted: safe for concurrent use.
 */
public final class Guard {
    private final ClosedPaths closed;

    public Guard(ClosedPaths closed) {
        this.closed = closed;
    }

    /** The verdict of {@code policies} on {@code inquiry}. */
    Decision check(PolicyChain policies, Inquiry inquiry) {
        ReasonCode before = before(policies, inquiry);
        if (before != null) {
            return Decision.Deny.of(before);
        }
        Decision decision = policies.ask(policy -> judge(policy, inquiry));
        ReasonCode after = decision instanceof Decision.Allow ? policies.exhausted() : null;
        return after == null ? decision : Decision.Deny.of(after);
    }

    private @Nullable ReasonCode before(PolicyChain policies, Inquiry inquiry) {
        ReasonCode ended = policies.standing();
        if (ended != null) {
            return ended;
        }
        if (policies.own().facts().holdsBack(inquiry.capability())) {
            return ReasonCode.PHASE_VIOLATION;
        }
        return closedTo(inquiry);
    }

    private @Nullable ReasonCode closedTo(Inquiry inquiry) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> GatewayNames.isOwn(request.host()) ? ReasonCode.LOCAL_NAME : null;
            case CanonicalAction action ->
                inquiry.operation() == null ? null : closedTo(inquiry.operation(), action.target());
        };
    }

    private @Nullable ReasonCode closedTo(FileOperation operation, String path) {
        boolean takesAway = operation == FileOperation.DELETE || operation == FileOperation.RENAME;
        if (closed.contains(path) || (takesAway && closed.liesBelow(path))) {
            return ReasonCode.PATH_NOT_ALLOWED;
        }
        return operation == FileOperation.EXECUTE ? ReasonCode.FS_NOT_DECLARED : null;
    }

    /** An ancestor's phase binds as its policy does. */
    private static Decision judge(PolicySnapshot policy, Inquiry inquiry) {
        if (policy.facts().holdsBack(inquiry.capability())) {
            return Decision.Deny.of(ReasonCode.PHASE_VIOLATION);
        }
        return switch (inquiry.question()) {
            case CanonicalRequest request -> policy.decide(request);
            case CanonicalAction action -> policy.decide(action);
        };
    }
}
