package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.enforce.own.OwnAnswer;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.support.TestSandboxes;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the gateway answers under its own name, and that it never dials its own names. */
class OwnNamesTest extends SettledHeads {
    @ParameterizedTest
    @CsvSource({
        "GET, http://sallyport.internal:81/v1/whoami, sallyport.internal:81",
        "GET, http://x.sallyport.internal/, x.sallyport.internal",
        "GET, http://a.tools.api.internal/, a.tools.api.internal",
        "CONNECT, sallyport.internal:443, sallyport.internal:443",
        "CONNECT, SALLYPORT.INTERNAL.:80, sallyport.internal:80",
    })
    void itsOwnNamesAreNeverDialledWhateverPolicySays(String method, String target, String host) {
        assertThat(reason(settle(method, target, "Host", host))).isEqualTo(ReasonCode.LOCAL_NAME);
        assertThat(judged).isEmpty();
    }

    @Test
    void answersUnderItsOwnNameInBothForms() {
        for (String target : List.of("http://sallyport.internal/v1/whoami", "/v1/whoami")) {
            Action action = settle("GET", target, "Host", "sallyport.internal");
            assertThat(action)
                    .isInstanceOfSatisfying(
                            Action.AnswerOwn.class,
                            own -> assertThat(own.answer().body())
                                    .contains(
                                            "\"sandbox\":\"sb-1\"",
                                            "\"generation\":1",
                                            "\"prompts_recorded\":false",
                                            "http://allowed.test/**"));
        }
        assertThat(settle("GET", "/v2", "Host", "sallyport.internal"))
                .isInstanceOfSatisfying(
                        Action.AnswerOwn.class, own -> assertThat(own.status()).isEqualTo(404));
        assertThat(reason(settle("POST", "/v1/whoami", "Host", "sallyport.internal")))
                .isEqualTo(ReasonCode.METHOD_REFUSED);
        assertThat(reason(settle("GET", "/v1/whoami", "Host", "sallyport.internal.evil.test")))
                .isEqualTo(ReasonCode.AUTHORITY_MISMATCH);
    }

    @Test
    void servesEachSandboxItsOwnCa() {
        cas.put(sandbox.id(), SandboxCa.create(sandbox.id(), new SecureRandom(), clock));
        cas.put(new SandboxId("sb-2"), SandboxCa.create(new SandboxId("sb-2"), new SecureRandom(), clock));

        Action.AnswerOwn own = (Action.AnswerOwn) settle("GET", "/ca.pem", "Host", "sallyport.internal");
        assertThat(own.answer())
                .isEqualTo(new OwnAnswer(
                        "application/pem-certificate-chain",
                        cas.get(sandbox.id()).certificatePem()));

        cas.remove(sandbox.id());
        assertThat(((Action.AnswerOwn) settle("GET", "/ca.pem", "Host", "sallyport.internal")).status())
                .isEqualTo(404);
    }

    @Test
    void tellsASandboxItsOwnLastRefusalsOnly() {
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        for (int i = 0; i < 25; i++) {
            settle("GET", "http://h" + i + ".test/?secret", "Host", "h" + i + ".test");
        }
        Action.AnswerOwn own = (Action.AnswerOwn) settle("GET", "/v1/denials", "Host", "sallyport.internal");
        assertThat(own.answer().body()).contains("h5.test", "h24.test").doesNotContain("h4.test", "secret");
        sandboxes.add("sb-2", TestSandboxes.hosts());
        HeaderFields fields = HeaderFields.of("Proxy-Authorization", "Bearer token-sb-2", "Host", "sallyport.internal");
        Action other =
                path.settle(new RequestHead("GET", "/v1/denials", 1, fields), ON_LISTENER, new ConnectionPermit());
        assertThat(((Action.AnswerOwn) other).answer().body()).isEqualTo("{\"denials\":[]}");
    }
}
