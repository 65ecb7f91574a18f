package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostList;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.List;
import org.junit.jupiter.api.Test;

class HelloRuleTest {
    private static final CanonicalHost HOST = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("a.test")).value();
    private static final ClientHello PLAIN = new ClientHello("a.test", false);
    private static final ClientHello ENCRYPTED = new ClientHello("a.test", true);

    private final Sandbox sandbox = new TestSandboxes().add("sb-1", TestSandboxes.hosts("a.test"));
    private final HelloRule intercepting = rule(HostExceptions.NONE, true);
    private final HelloRule blind = rule(HostExceptions.NONE, false);

    @Test
    void anEncryptedHelloIsLookedIntoWhereTheGatewayCan() {
        assertThat(intercepting.judge(ENCRYPTED, connect(Obligations.NONE)))
                .isInstanceOf(HelloVerdict.LookedInto.class);
        assertThat(blind.judge(ENCRYPTED, connect(Obligations.NONE))).isEqualTo(refused(ReasonCode.ECH_REFUSED));
    }

    @Test
    void theNameOutsideIsHeldAgainstTheConnectHostAllTheSame() {
        assertThat(intercepting.judge(new ClientHello("b.test", true), connect(Obligations.NONE)))
                .isEqualTo(refused(ReasonCode.SNI_MISMATCH));
        assertThat(intercepting.judge(new ClientHello(null, true), connect(Obligations.NONE)))
                .isEqualTo(refused(ReasonCode.SNI_MISSING));
    }

    @Test
    void whereTheOperatorExceptsTheHostNobodyLooks() {
        var excepted = new HostExceptions(
                HostList.NONE, ((HostList.Accepted) HostList.parse(List.of("a.test"))).hosts(), HostList.NONE);
        assertThat(rule(excepted, true).judge(ENCRYPTED, connect(Obligations.NONE)))
                .isInstanceOf(HelloVerdict.Passes.class);
    }

    @Test
    void aPlainHelloPassesAndIsNotLookedInto() {
        assertThat(intercepting.judge(PLAIN, connect(Obligations.NONE))).isInstanceOf(HelloVerdict.Passes.class);
        assertThat(intercepting.judge(PLAIN, connect(Obligations.NONE.intercepting())))
                .isInstanceOf(HelloVerdict.Passes.class);
    }

    @Test
    void whoOffersWhatIsNotSpokenPassesOnlyWhereNobodyLooks() {
        var neither = new ClientHello("a.test", false, false, false);
        assertThat(intercepting.judge(neither, connect(Obligations.NONE))).isInstanceOf(HelloVerdict.Passes.class);
        assertThat(intercepting.judge(neither, connect(Obligations.NONE.intercepting())))
                .isEqualTo(refused(ReasonCode.ALPN_REFUSED));
        assertThat(intercepting.judge(new ClientHello("a.test", true, false, false), connect(Obligations.NONE)))
                .isEqualTo(refused(ReasonCode.ALPN_REFUSED));
    }

    @Test
    void whoOffersHttp2AlonePassesWhereItIsSpoken() {
        var onlyHttp2 = new ClientHello("a.test", false, false, true);
        AllowedRequest opened = connect(Obligations.NONE.intercepting());
        assertThat(intercepting.judge(onlyHttp2, opened)).isInstanceOf(HelloVerdict.Passes.class);
        var http1 = new HelloRule(new SniRule(HostExceptions.NONE), TunnelProtocols.HTTP_1);
        assertThat(http1.judge(onlyHttp2, opened)).isEqualTo(refused(ReasonCode.ALPN_REFUSED));
    }

    private static HelloVerdict refused(ReasonCode reason) {
        return new HelloVerdict.Refused(reason);
    }

    private static HelloRule rule(HostExceptions exceptions, boolean intercepts) {
        return new HelloRule(new SniRule(exceptions), intercepts ? TunnelProtocols.HTTP_1_AND_2 : TunnelProtocols.NONE);
    }

    private AllowedRequest connect(Obligations obligations) {
        var request = CanonicalRequest.connect(Scheme.HTTPS, HOST, 443);
        return new AllowedRequest(PolicyChain.of(sandbox), request, RequestHeaders.EMPTY, obligations);
    }
}
