package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.AllowedPatterns;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.answer.TrialTerms;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicyReading;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requests are read in the dialect of the policy that judges them, which each record names. */
final class RequestDialectTest extends SettledHeads {
    private void readIn(PolicyDialect documents, PolicyDialect requests) {
        var facts = new SandboxFacts(sandbox.id(), "run-1", Map.of(), Phase.EXECUTION);
        sandbox.policy()
                .advanceTo(new PolicySnapshot(
                        facts,
                        sandbox.policy().current().generation() + 1,
                        "digest",
                        GuardrailsVersion.NONE,
                        null,
                        AllowedPatterns.of(List.of()),
                        new PolicyReading(documents, requests),
                        TrialTerms.NONE,
                        TestSandboxes.allowing(judged::add),
                        DecisionCache.OFF));
    }

    private static PolicyDialect only(PolicySwitch one) {
        return PolicyDialect.STRICT.with(Set.of(one));
    }

    @Test
    void encodedDotSegmentsAreRefusedUnlessTheirSwitchFoldsThem() {
        assertThat(reason(settle("GET", "http://a.test/x/%2e%2e/y", "Host", "a.test")))
                .isEqualTo(ReasonCode.NOT_CANONICAL);
        readIn(only(PolicySwitch.DECODE_DOTS), only(PolicySwitch.DECODE_DOTS));
        assertThat(settle("GET", "http://a.test/x/%2e%2e/y%3Az", "Host", "a.test"))
                .isInstanceOf(Action.Forward.class);
        assertThat(judged.getLast()).hasToString("http GET http://a.test/y:z");
        assertThat(reason(settle("GET", "http://a.test/%2e%2e/y", "Host", "a.test")))
                .isEqualTo(ReasonCode.NOT_CANONICAL);
    }

    @Test
    void anEncodedSlashIsRefusedUnlessItsSwitchKeepsIt() {
        assertThat(reason(settle("GET", "http://a.test/x%2Fy", "Host", "a.test")))
                .isEqualTo(ReasonCode.NOT_CANONICAL);
        readIn(only(PolicySwitch.ENCODED_SLASH), only(PolicySwitch.ENCODED_SLASH));
        assertThat(settle("GET", "http://a.test/x%2fy", "Host", "a.test")).isInstanceOf(Action.Forward.class);
        assertThat(judged.getLast()).hasToString("http GET http://a.test/x%2Fy");
        assertThat(reason(settle("GET", "http://a.test/x%2F..%2Fy", "Host", "a.test")))
                .isEqualTo(ReasonCode.NOT_CANONICAL);
    }

    @Test
    void aNameWithADotAtItsEndIsAnotherNameByItsSwitchAlone() {
        assertThat(settle("GET", "http://a.test./x", "Host", "a.test.")).isInstanceOf(Action.Forward.class);
        readIn(only(PolicySwitch.ROOT_DOT), only(PolicySwitch.ROOT_DOT));
        assertThat(reason(settle("GET", "http://a.test./x", "Host", "a.test."))).isEqualTo(ReasonCode.NOT_CANONICAL);
        assertThat(reason(settle("CONNECT", "a.test.:443", "Host", "a.test.:443")))
                .isEqualTo(ReasonCode.NOT_CANONICAL);
        assertThat(settle("GET", "http://a.test/x.", "Host", "a.test")).isInstanceOf(Action.Forward.class);
    }

    @Test
    void aMethodThatARequestNamesBesideItsOwnIsIgnoredByItsSwitchAlone() {
        String[] fields = {"Host", "a.test", "X-HTTP-Method-Override", "TRACE"};
        assertThat(reason(settle("POST", "http://a.test/x", fields))).isEqualTo(ReasonCode.METHOD_REFUSED);
        readIn(only(PolicySwitch.METHOD_OVERRIDE), only(PolicySwitch.METHOD_OVERRIDE));
        assertThat(settle("POST", "http://a.test/x", fields)).isInstanceOf(Action.Forward.class);
    }

    @Test
    void whereOtherDocumentsJudgeARequestToItIsReadStrictlyAndTheRecordStillNamesTheDialect() {
        readIn(PolicyDialect.OPENSHELL, PolicyDialect.STRICT);
        Action refused = settle("GET", "http://a.test/x/%2e%2e/y", "Host", "a.test");
        assertThat(reason(refused)).isEqualTo(ReasonCode.NOT_CANONICAL);
        assertThat(record(refused).facts().dialect()).isEqualTo("openshell");
        readIn(PolicyDialect.STRICT, PolicyDialect.STRICT);
        assertThat(record(settle("GET", "http://a.test/x", "Host", "a.test"))
                        .facts()
                        .dialect())
                .isNull();
    }

    @Test
    void whoamiNamesTheDialectAndThatProgramsAreNotSeen() {
        readIn(PolicyDialect.OPENSHELL, PolicyDialect.OPENSHELL);
        Action answer = settle("GET", "/v1/whoami", "Host", "sallyport.internal");
        assertThat(((Action.AnswerOwn) answer).answer().body())
                .contains("\"policy_dialect\":\"openshell\"", "\"binaries\":\"off\"");
    }
}
