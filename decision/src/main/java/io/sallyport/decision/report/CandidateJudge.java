package io.sallyport.decision.report;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges by the policy in force, and reports where a candidate would decide otherwise. The candidate changes nothing
 * but the report. Safe for concurrent use.
 */
public final class CandidateJudge implements Judge {
    private static final String WOULD_REFUSE = "the candidate would refuse it: ";

    private static final Reported NOT_ASKED = new Reported(List.of(), true);

    private final Part part;
    private final Judge inForce;
    private final Judge candidate;

    /** What the candidate takes the place of, and how its rules are named. */
    public enum Part {
        /** The guardrails. They only restrict, so they are asked only of what is allowed. */
        GUARDRAILS("guardrails:", "candidate:"),
        /** The documents of the sandbox, under the same guardrails. */
        SANDBOX("sandbox:", Reported.SANDBOX_CANDIDATE);

        private final String inForce;
        private final String candidate;

        Part(String inForce, String candidate) {
            this.inForce = inForce;
            this.candidate = candidate;
        }
    }

    /** @param candidate judges as {@code inForce} does, with another {@code part} */
    public CandidateJudge(Part part, Judge inForce, Judge candidate) {
        this.part = part;
        this.inForce = inForce;
        this.candidate = candidate;
    }

    /** Without the report. */
    @Override
    public Decision decide(CanonicalRequest request) {
        return inForce.decide(request);
    }

    @Override
    public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
        return beside(inForce.judge(request, headers, identity), () -> candidate.judge(request, headers, identity));
    }

    @Override
    public Judgement judge(CanonicalAction action, ActingIdentity identity) {
        return beside(inForce.judge(action, identity), () -> candidate.judge(action, identity));
    }

    private Judgement beside(Judgement judged, Supplier<Judgement> candidate) {
        if (part == Part.GUARDRAILS && judged.decision() instanceof Decision.Deny) {
            return judged;
        }
        Judgement tried = candidate.get();
        return new Judgement(
                reporting(judged.decision(), tried.decision()),
                judged.lasting() && tried.lasting(),
                judged.anyQuery() && tried.anyQuery(),
                fault(judged, tried),
                judged.restsOn());
    }

    private Decision reporting(Decision judged, Decision tried) {
        return switch (judged) {
            case Decision.Deny deny ->
                tried instanceof Decision.Allow other
                        ? deny.reporting(deny.reported().and(wouldAllow(other)))
                        : deny;
            case Decision.Allow allow -> {
                Decision.Allow reporting = allow.reporting(allow.reported().and(report(allow, tried)));
                yield readsMessages(tried)
                        ? reporting.with(reporting.obligations().reading(MessageReading.REPORTED))
                        : reporting;
            }
        };
    }

    private static Reported wouldAllow(Decision.Allow tried) {
        return tried.obligations().body() ? Reported.AWAITS_BODY : Reported.WOULD_ALLOW;
    }

    private static @Nullable String fault(Judgement judged, Judgement tried) {
        return judged.fault() == null ? tried.fault() : judged.fault();
    }

    /** A tunnel that only the candidate would open stays closed; a body that only it would read is read for it. */
    private Reported report(Decision.Allow allow, Decision tried) {
        return switch (tried) {
            case Decision.Allow other -> unknown(other.obligations(), allow.obligations());
            case Decision.Deny deny -> new Reported(denies(deny), false);
        };
    }

    private static boolean readsMessages(Decision tried) {
        return tried instanceof Decision.Allow allow && allow.obligations().messages() != MessageReading.UNREAD;
    }

    private static Reported unknown(Obligations candidate, Obligations inForce) {
        if (candidate.body() && !inForce.body()) {
            return Reported.AWAITS_BODY;
        }
        return candidate.intercept() && !inForce.intercept() ? NOT_ASKED : Reported.NONE;
    }

    private List<DenyRule> denies(Decision.Deny deny) {
        return deny.denies().isEmpty()
                ? List.of(new DenyRule(
                        name(deny.rule(), deny.reason()),
                        WOULD_REFUSE + deny.reason().word()))
                : deny.denies().stream()
                        .map(rule -> new DenyRule(name(rule.rule(), deny.reason()), rule.message()))
                        .toList();
    }

    private String name(@Nullable String rule, ReasonCode reason) {
        return part.candidate
                + (rule != null && rule.startsWith(part.inForce)
                        ? rule.substring(part.inForce.length())
                        : reason.word());
    }
}
