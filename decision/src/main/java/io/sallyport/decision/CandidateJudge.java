package io.sallyport.decision;

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
 * Judges by the policy in force, and reports what the same policy would refuse with the candidate in place of its
 * guardrails. The candidate is asked only of what is allowed, and changes nothing but the report. Safe for concurrent
 * use.
 */
public final class CandidateJudge implements Judge {
    private static final String GUARDRAILS = "guardrails:";
    private static final String CANDIDATE = "candidate:";
    private static final String WOULD_REFUSE = "the candidate would refuse it: ";

    private final Judge inForce;
    private final Judge candidate;

    /** @param candidate judges as {@code inForce} does, by other guardrails */
    public CandidateJudge(Judge inForce, Judge candidate) {
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

    private static Judgement beside(Judgement judged, Supplier<Judgement> candidate) {
        return switch (judged.decision()) {
            case Decision.Deny _ -> judged;
            case Decision.Allow allow -> {
                Judgement tried = candidate.get();
                Decision reporting = allow.reporting(allow.reported().and(report(allow, tried.decision())));
                yield new Judgement(
                        readsMessages(tried.decision())
                                ? RegoJudge.ofMessages(reporting, MessageReading.REPORTED)
                                : reporting,
                        judged.lasting() && tried.lasting(),
                        judged.anyQuery() && tried.anyQuery(),
                        fault(judged, tried),
                        judged.restsOn());
            }
        };
    }

    private static @Nullable String fault(Judgement judged, Judgement tried) {
        return judged.fault() == null ? tried.fault() : judged.fault();
    }

    /** A tunnel that only the candidate would open stays closed, and a body that only it would read unread. */
    private static Reported report(Decision.Allow allow, Decision tried) {
        return switch (tried) {
            case Decision.Allow other ->
                looksFurther(other.obligations(), allow.obligations()) ? new Reported(List.of(), true) : Reported.NONE;
            case Decision.Deny deny -> new Reported(denies(deny), false);
        };
    }

    private static boolean readsMessages(Decision tried) {
        return tried instanceof Decision.Allow allow && allow.obligations().messages() != MessageReading.UNREAD;
    }

    private static boolean looksFurther(Obligations candidate, Obligations inForce) {
        return (candidate.intercept() && !inForce.intercept()) || (candidate.body() && !inForce.body());
    }

    private static List<DenyRule> denies(Decision.Deny deny) {
        return deny.denies().isEmpty()
                ? List.of(new DenyRule(
                        name(deny.rule(), deny.reason()),
                        WOULD_REFUSE + deny.reason().word()))
                : deny.denies().stream()
                        .map(rule -> new DenyRule(name(rule.rule(), deny.reason()), rule.message()))
                        .toList();
    }

    private static String name(@Nullable String rule, ReasonCode reason) {
        return CANDIDATE
                + (rule != null && rule.startsWith(GUARDRAILS) ? rule.substring(GUARDRAILS.length()) : reason.word());
    }
}
