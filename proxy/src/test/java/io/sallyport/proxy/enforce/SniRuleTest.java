package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostList;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.intercept.ClientHello;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SniRuleTest {
    private static final CanonicalHost HOST = host("a.test");

    private final SniRule strict = new SniRule(HostExceptions.NONE);
    private final SniRule lenient = new SniRule(new HostExceptions(hosts("a.test"), hosts("a.test"), HostList.NONE));

    @ParameterizedTest
    @ValueSource(strings = {"a.test", "A.TEST"})
    void theNameOfTheConnectHostPasses(String name) {
        assertThat(strict.check(new ClientHello(name, false), HOST, true)).isEqualTo(Verdict.PASS);
        assertThat(strict.check(new ClientHello(name, false), HOST, false)).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b.test",
                "a.test.evil",
                "xa.test",
                "a.test\u0000.evil",
                "192.0.2.1",
                "[::1]",
                "",
                "a..test",
                "a.test."
            })
    void anyOtherNameIsRefusedExceptionsOrNot(String name) {
        for (SniRule rule : List.of(strict, lenient)) {
            assertThat(rule.check(new ClientHello(name, false), HOST, true))
                    .isEqualTo(Verdict.refuse(ReasonCode.SNI_MISMATCH));
            assertThat(rule.check(new ClientHello(name, true), HOST, true))
                    .isEqualTo(Verdict.refuse(ReasonCode.SNI_MISMATCH));
        }
    }

    @Test
    void aHelloWithoutNameIsRefusedWhereNobodyAllowedIt() {
        assertThat(strict.check(new ClientHello(null, false), HOST, true))
                .isEqualTo(Verdict.refuse(ReasonCode.SNI_MISSING));
        assertThat(lenient.check(new ClientHello(null, false), HOST, false)).isEqualTo(Verdict.PASS);
        assertThat(lenient.check(new ClientHello(null, false), host("b.test"), false))
                .isEqualTo(Verdict.refuse(ReasonCode.SNI_MISSING));
    }

    @Test
    void anAddressHasNoNameAndAnAddressIsNoName() {
        CanonicalHost address = host("192.0.2.1");
        assertThat(strict.check(new ClientHello(null, false), address, true)).isEqualTo(Verdict.PASS);
        assertThat(strict.check(new ClientHello("192.0.2.1", false), address, true))
                .isEqualTo(Verdict.refuse(ReasonCode.SNI_MISMATCH));
    }

    @Test
    void anEncryptedHelloPassesOnlyWhereTheOuterNameIsAllThatCounts() {
        var hello = new ClientHello("a.test", true);
        assertThat(strict.check(hello, HOST, true)).isEqualTo(Verdict.PASS);
        assertThat(strict.check(hello, HOST, false)).isEqualTo(Verdict.refuse(ReasonCode.ECH_REFUSED));
        assertThat(lenient.check(hello, HOST, false)).isEqualTo(Verdict.PASS);
    }

    private static HostList hosts(String... entries) {
        return ((HostList.Accepted) HostList.parse(List.of(entries))).hosts();
    }

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }
}
