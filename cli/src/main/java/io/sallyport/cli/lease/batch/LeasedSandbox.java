package io.sallyport.cli.lease.batch;

import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sandbox whose policy is one lease, at one instant. Confined to one thread. */
record LeasedSandbox(Sandbox sandbox) {
    /** Returns a sandbox without a parent, with no grace after the end of its lease. */
    static LeasedSandbox of(PolicySnapshot snapshot, Account account, Instant now) {
        return of(snapshot, account, now, Duration.ZERO, null);
    }

    /** @param grace how long a lease is still valid after its end, 0 to {@link AdmissionLimits#MAX_GRACE} */
    static LeasedSandbox of(
            PolicySnapshot snapshot, Account account, Instant now, Duration grace, @Nullable LeasedSandbox parent) {
        AdmissionLimits shipped = AdmissionLimits.BY_DEFAULT;
        var limits = new AdmissionLimits(shipped.connections(), shipped.newNamesPerMinute(), grace);
        var admission = new LiveAdmission(limits, InstantSource.fixed(now), () -> 0L, account);
        return new LeasedSandbox(new Sandbox(
                snapshot.facts().id(), new PolicyHolder(snapshot), admission, parent == null ? null : parent.sandbox));
    }

    /** Returns the question for a target, or null if it has no canonical form; then nothing covers it. */
    static @Nullable Question question(String capability, String target) {
        if (!capability.equals(CapabilityName.NET_FETCH)) {
            return CanonicalAction.parseFolded(capability, target) instanceof Canonicalized.Accepted(var action)
                    ? action
                    : null;
        }
        return CanonicalUrl.parse(target, Dialect.DOCUMENT) instanceof Canonicalized.Accepted(var url)
                ? CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query())
                : null;
    }

    /** Returns the policy's decision on a target. */
    static Decision decide(PolicySnapshot policy, String capability, String target) {
        Question question = question(capability, target);
        return question == null ? Decision.Deny.of(ReasonCode.NO_GRANT) : policy.decide(question);
    }

    /** Returns the codes of all objections to an operation, the deciding one first; empty if it is permitted. */
    List<String> objections(String capability, String target) {
        PolicyChain policies = PolicyChain.of(sandbox);
        Question question = question(capability, target);
        Operation operation = Operation.tried(
                question == null ? null : question.host(),
                () -> policies.ask(policy -> decide(policy, capability, target)));
        return policies.grounds(policies.admit(operation), question, operation).objections().stream()
                .map(objection -> objection.reason().code())
                .distinct()
                .toList();
    }
}
