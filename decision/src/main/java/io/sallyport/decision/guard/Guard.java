package io.sallyport.decision.guard;

import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.FileOperation;
import io.sallyport.model.Inquiry;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What binds a question of the decision API beside standing and budget, in this order: does its phase hold it back, is it
 * closed to everyone, what do the policies say. No wait, nothing counted: safe for concurrent use.
 */
public final class Guard {
    private final ClosedPaths closed;

    public Guard(ClosedPaths closed) {
        this.closed = closed;
    }

    /** The question, as it is asked of {@code policies}. */
    Operation asked(PolicyChain policies, Inquiry inquiry) {
        return new Asked(policies, inquiry, facts -> facts.holdsBack(inquiry.capability()));
    }

    /** The same for traffic that somebody else carries: its phase holds it back as it does at the proxy. */
    Operation askedOfTraffic(PolicyChain policies, Inquiry inquiry) {
        boolean request = inquiry.question() instanceof CanonicalRequest;
        return new Asked(
                policies, inquiry, facts -> request ? facts.holdsBackTraffic() : facts.holdsBack(inquiry.capability()));
    }

    private final class Asked implements Operation {
        private final PolicyChain policies;
        private final Inquiry inquiry;
        private final Predicate<SandboxFacts> held;

        private Asked(PolicyChain policies, Inquiry inquiry, Predicate<SandboxFacts> held) {
            this.policies = policies;
            this.inquiry = inquiry;
            this.held = held;
        }

        @Override
        public @Nullable ReasonCode held() {
            return held.test(policies.own().facts()) ? ReasonCode.PHASE_VIOLATION : closedTo(inquiry);
        }

        @Override
        public Decision judged() {
            return policies.ask(this::judge);
        }

        /** An ancestor's phase binds as its policy does; the sandbox's own was asked before. */
        private Decision judge(PolicySnapshot policy) {
            if (policy != policies.own() && held.test(policy.facts())) {
                return Decision.Deny.of(ReasonCode.PHASE_VIOLATION);
            }
            return switch (inquiry.question()) {
                case CanonicalRequest request -> policy.decide(request);
                case CanonicalAction action -> policy.decide(action);
            };
        }
    }

    private @Nullable ReasonCode closedTo(Inquiry inquiry) {
        return switch (inquiry.question()) {
            case CanonicalRequest request -> GatewayNames.isOwn(request.host()) ? ReasonCode.LOCAL_NAME : null;
            case CanonicalAction action -> action.kind() == RequestKind.FILE ? closedTo(action, inquiry) : null;
        };
    }

    /** Where no operation is named, it may be any that its capability is for. */
    private @Nullable ReasonCode closedTo(CanonicalAction file, Inquiry inquiry) {
        FileOperation operation = inquiry.operation();
        boolean takesAway = operation == null
                ? file.capability().equals(CapabilityName.FS_WRITE)
                : operation == FileOperation.DELETE || operation == FileOperation.RENAME;
        if (closed.contains(file.target()) || (takesAway && closed.liesBelow(file.target()))) {
            return ReasonCode.PATH_NOT_ALLOWED;
        }
        return operation == FileOperation.EXECUTE ? ReasonCode.FS_NOT_DECLARED : null;
    }
}
