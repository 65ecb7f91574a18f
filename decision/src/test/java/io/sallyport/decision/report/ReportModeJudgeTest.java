package io.sallyport.decision.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judge;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.EvalClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportModeJudgeTest {
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
    private static final ActingIdentity SELF = ActingIdentity.of(
            IdentityKind.TOKEN, new SandboxFacts(new SandboxId("sb-1"), null, Map.of(), Phase.EXECUTION));
    private static final CanonicalHost HOST = host("a.test");
    private static final CanonicalPath PATH = ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse("/x")).value();

    @Test
    void whatAPolicyRefusesPassesAndIsOpenedWithoutCredentials() {
        Judge.Judgement judged = judge(ReasonCode.NO_GRANT, get(Scheme.HTTPS));
        var allow = (Decision.Allow) judged.decision();
        assertThat(allow.mode()).isEqualTo(Mode.REPORT);
        assertThat(allow.obligations().intercept()).isTrue();
        assertThat(allow.obligations().credentials()).isEmpty();
        assertThat(allow.reported().denies().getFirst().rule()).isEqualTo("report-mode:no_grant");
        assertThat(judged.lasting()).as("it ends by the clock").isFalse();
    }

    @Test
    void onlyRefusalsByRulesPass() {
        Set<ReasonCode> passing = EnumSet.noneOf(ReasonCode.class);
        Arrays.stream(ReasonCode.values())
                .filter(reason -> judge(reason, get(Scheme.HTTPS)).decision() instanceof Decision.Allow)
                .forEach(passing::add);
        assertThat(passing)
                .containsExactlyInAnyOrder(ReasonCode.NO_GRANT, ReasonCode.POLICY_DENY, ReasonCode.GUARDRAIL);
    }

    @Test
    void onlyWebRequestsPass() {
        for (Scheme scheme : Scheme.values()) {
            boolean web =
                    Set.of(Scheme.HTTP, Scheme.HTTPS, Scheme.WS, Scheme.WSS).contains(scheme);
            assertThat(judge(ReasonCode.NO_GRANT, get(Scheme.HTTPS).withScheme(scheme))
                            .decision())
                    .as(scheme.word())
                    .isInstanceOf(web ? Decision.Allow.class : Decision.Deny.class);
            assertThat(judge(ReasonCode.NO_GRANT, CanonicalRequest.connect(scheme, HOST, 443))
                            .decision())
                    .as("a tunnel by " + scheme.word())
                    .isInstanceOf(web ? Decision.Allow.class : Decision.Deny.class);
        }
    }

    @Test
    void neitherFetchesNorServersNorActionsPass() {
        var fetch = CanonicalRequest.fetch(Scheme.HTTPS, HOST, 443, PATH);
        var server = CanonicalRequest.connect(Scheme.HTTPS, host("tools.api.internal"), 443);
        var tool = ((Canonicalized.Accepted<CanonicalAction>) CanonicalAction.parse("tool.call", "t", null)).value();
        assertThat(judge(ReasonCode.NO_GRANT, fetch).decision()).isInstanceOf(Decision.Deny.class);
        assertThat(judge(ReasonCode.NO_GRANT, server).decision()).isInstanceOf(Decision.Deny.class);
        assertThat(reporting(ReasonCode.NO_GRANT, NOW.plusSeconds(1))
                        .judge(tool, SELF)
                        .decision())
                .isInstanceOf(Decision.Deny.class);
    }

    @Test
    void nothingPassesFromTheEndOn() {
        for (Instant until : List.of(NOW, NOW.minusSeconds(1))) {
            assertThat(reporting(ReasonCode.NO_GRANT, until)
                            .judge(get(Scheme.HTTPS), RequestHeaders.EMPTY, SELF)
                            .decision())
                    .isInstanceOf(Decision.Deny.class);
        }
    }

    private static Judge.Judgement judge(ReasonCode reason, CanonicalRequest request) {
        return reporting(reason, NOW.plusSeconds(1)).judge(request, RequestHeaders.EMPTY, SELF);
    }

    private static Judge reporting(ReasonCode reason, Instant until) {
        Decision denied = Decision.Deny.of(reason);
        return new ReportModeJudge(_ -> denied, until, EvalClock.of(InstantSource.fixed(NOW), new Random(1)));
    }

    private static CanonicalRequest get(Scheme scheme) {
        return CanonicalRequest.http(scheme, HOST, 443, "GET", PATH, CanonicalQuery.NONE);
    }

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }
}
