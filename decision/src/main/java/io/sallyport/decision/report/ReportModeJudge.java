package io.sallyport.decision.report;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.builtin.EvalClock;
import java.time.Instant;
import java.util.List;

/**
 * Lets pass, until an instant, what policy alone refuses of web requests through the proxy, and reports it. Whatever
 * passes only so has no credential, and its tunnel is opened. Policy that fails or cannot read a request refuses as
 * ever, and so do actions, fetches, calls of API servers and tunnels that are not inspected. Safe for concurrent use.
 */
public final class ReportModeJudge implements Judge {
    private static final Obligations OPENED = Obligations.NONE.intercepting();

    private final Judge inForce;
    private final Instant until;
    private final EvalClock clock;

    /** @param until an instant of {@code clock} */
    public ReportModeJudge(Judge inForce, Instant until, EvalClock clock) {
        this.inForce = inForce;
        this.until = until;
        this.clock = clock;
    }

    @Override
    public Decision decide(CanonicalRequest request) {
        return passing(request, inForce.decide(request));
    }

    /** What passes only in report mode is not remembered: it ends by the clock. */
    @Override
    public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
        Judgement judged = inForce.judge(request, headers, identity);
        boolean stays = !(judged.decision() instanceof Decision.Deny deny) || !isLenient(request, deny);
        return stays
                ? judged
                : new Judgement(passing(request, judged.decision()), false, judged.anyQuery(), judged.fault());
    }

    @Override
    public Judgement judge(CanonicalAction action, ActingIdentity identity) {
        return inForce.judge(action, identity);
    }

    private Decision passing(CanonicalRequest request, Decision judged) {
        return judged instanceof Decision.Deny deny && isLenient(request, deny) && !isOver() ? reported(deny) : judged;
    }

    private boolean isOver() {
        long nanos = clock.epochNanos();
        Instant now = Instant.ofEpochSecond(0, nanos);
        return !now.isBefore(until);
    }

    private static boolean isLenient(CanonicalRequest request, Decision.Deny deny) {
        boolean isWeb = request.kind() == RequestKind.CONNECT || request.kind() == RequestKind.HTTP;
        boolean isOutward = !ApiServerHost.is(request.host().text());
        return isWeb && isOutward && isWeb(request.scheme()) && isOfRules(deny.reason());
    }

    private static boolean isWeb(Scheme scheme) {
        return switch (scheme) {
            case HTTP, HTTPS, WS, WSS -> true;
            case S3, TCP, TCP_TLS, TCP_SSH, TCP_POSTGRES, API -> false;
        };
    }

    private static boolean isOfRules(ReasonCode reason) {
        return reason == ReasonCode.NO_GRANT || reason == ReasonCode.POLICY_DENY || reason == ReasonCode.GUARDRAIL;
    }

    private static Decision reported(Decision.Deny deny) {
        List<DenyRule> rules = deny.denies().isEmpty()
                ? List.of(new DenyRule(
                        deny.rule() == null ? "report-mode:" + deny.reason().word() : deny.rule(),
                        deny.reason().message()))
                : deny.denies();
        Reported said = new Reported(rules, false).and(deny.reported());
        return new Decision.Allow(ReasonCode.GRANTED, null, Mode.REPORT, OPENED, said);
    }
}
