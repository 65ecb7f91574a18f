package io.sallyport.proxy.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.decision.rates.RateKey;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.Verdict;
import io.sallyport.model.rpc.GrpcForm;
import io.sallyport.proxy.identity.ClientCertificate;
import io.sallyport.proxy.identity.OwnPort;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.identity.ProxyCredentials;
import io.sallyport.proxy.identity.WrongTokens;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.support.TestSandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of the request path, and its result for each head. */
class RequestPathTest extends SettledHeads {
    @Test
    void judgesAndAuditsTheSameCanonicalRequest() {
        Action action = settle("GET", "http://A.Test:80/x/../b?q=secret", "Host", "a.test");
        assertThat(action).isInstanceOf(Action.Forward.class);
        CanonicalRequest request = ((Action.Forward) action).passage().request();
        assertThat(judged).containsExactly(request);
        assertThat(request).hasToString("http GET http://a.test/b");
        AuditEvent record = record(action);
        assertThat(record.sandbox()).isEqualTo("sb-1");
        assertThat(record.request().host()).isEqualTo("a.test");
        assertThat(record.request().path()).isEqualTo("/b").doesNotContain("secret");
        assertThat(record.facts().generation()).isEqualTo(1);
        assertThat(record.facts().rule()).isEqualTo("lease:net.fetch[0]");
    }

    @Test
    void connectIsHttpsWithoutMethodOrPath() {
        Action action = settle("CONNECT", "a.test:443", "Host", "a.test:443");
        assertThat(action).isInstanceOf(Action.Tunnel.class);
        assertThat(judged.getFirst()).hasToString("connect https://a.test");
        assertThat(record(action).kind()).isEqualTo("connect");
        assertThat(record(action).request().inspected()).isFalse();
    }

    @Test
    void connectMayLeaveTheDefaultPortOutOfHost() {
        assertThat(settle("CONNECT", "a.test:443", "Host", "a.test")).isInstanceOf(Action.Tunnel.class);
        assertThat(reason(settle("CONNECT", "a.test:8443", "Host", "a.test"))).isEqualTo(ReasonCode.AUTHORITY_MISMATCH);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT, a.test, NOT_CANONICAL",
        "CONNECT, a.test:, NOT_CANONICAL",
        "CONNECT, a.test:0, NOT_CANONICAL",
        "CONNECT, a.test:0443, NOT_CANONICAL",
        "CONNECT, a.test:+443, NOT_CANONICAL",
        "CONNECT, a.test:65536, NOT_CANONICAL",
        "CONNECT, a.test:443:443, NOT_CANONICAL",
        "CONNECT, user@a.test:443, NOT_CANONICAL",
        "CONNECT, a.test%00.b:443, NOT_CANONICAL",
        "CONNECT, a.test/x:443, NOT_CANONICAL",
        "CONNECT, 0x7f.1:443, NOT_CANONICAL",
        "CONNECT, https://a.test:443, NOT_CANONICAL",
        "CONNECT, /x, NOT_CANONICAL",
        "GET, a.test:443, MALFORMED_REQUEST",
        "GET, a.test, MALFORMED_REQUEST",
        "GET, *, MALFORMED_REQUEST",
        "OPTIONS, *, MALFORMED_REQUEST",
        "GET, /path, MALFORMED_REQUEST",
        "GET, //a.test/path, MALFORMED_REQUEST",
        "GET, https://a.test/, UNSUPPORTED_SCHEME",
        "GET, ftp://a.test/, UNSUPPORTED_SCHEME",
        "GET, file:///etc/passwd, UNSUPPORTED_SCHEME",
        "GET, gopher://a.test/, UNSUPPORTED_SCHEME",
        "GET, unix://a.test/, UNSUPPORTED_SCHEME",
        "GET, http://, NOT_CANONICAL",
        "GET, http://a.test#f, NOT_CANONICAL",
        "GET, http://u:p@a.test/, NOT_CANONICAL",
        "GET, http://a.test/%2e%2e/, NOT_CANONICAL",
        "GET, http://a.test/a%2fb, NOT_CANONICAL",
        "GET, http://a.test/a\\b, NOT_CANONICAL",
        "GET, http://[a.test]/, NOT_CANONICAL",
        "TRACE, http://a.test/, METHOD_REFUSED",
        "get, http://a.test/, METHOD_REFUSED",
        "Delete, http://a.test/, METHOD_REFUSED",
        "connect, a.test:443, METHOD_REFUSED",
    })
    void refusesBeforePolicyIsAsked(String method, String target, ReasonCode expected) {
        assertThat(reason(settle(method, target, "Host", "a.test"))).isEqualTo(expected);
        assertThat(judged).isEmpty();
    }

    /** In HTTP/1.1 too, since the target may be spoken to in HTTP/2. */
    @Test
    void aCallOfGrpcIsJudgedAsOneHoweverItsContentTypeIsSent() {
        String target = "http://a.test/pkg.Svc/Get";
        settle("POST", target, "Host", "a.test", "Content-Type", "Application/gRPC");
        settle("POST", target, "Host", "a.test", "content-type", "text/plain", "CONTENT-TYPE", "application/grpc");
        settle("POST", target, "Host", "a.test", "Content-Type", "text/plain");
        settle("POST", "http://a.test/pkg.Svc/Put", "Host", "a.test", "TE", "trailers");
        assertThat(judged)
                .extracting(CanonicalRequest::grpc)
                .containsExactly(GrpcForm.CALL, GrpcForm.UNCLEAR, GrpcForm.NONE, GrpcForm.NONE);
    }

    @Test
    void hostIsThereOnceAndSaysWhatTheTargetSays() {
        String target = "http://a.test/";
        assertThat(reason(settle("GET", target))).isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("GET", target, "Host", ""))).isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("GET", target, "Host", "a.test", "host", "a.test")))
                .isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("GET", target, "Host", "a.test, b.test"))).isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("GET", target, "Host", "b.test"))).isEqualTo(ReasonCode.AUTHORITY_MISMATCH);
        assertThat(reason(settle("GET", target, "Host", "a.test:81"))).isEqualTo(ReasonCode.AUTHORITY_MISMATCH);
        assertThat(reason(settle("CONNECT", "a.test:443", "Host", "b.test:443")))
                .isEqualTo(ReasonCode.AUTHORITY_MISMATCH);
        assertThat(judged).isEmpty();
        assertThat(settle("GET", target, "Host", "A.TEST.")).isInstanceOf(Action.Forward.class);
        assertThat(settle("GET", target, "Host", "a.test:80")).isInstanceOf(Action.Forward.class);
    }

    @Test
    void oldClientsMayLeaveHostOut() {
        RequestHead old = new RequestHead(
                "CONNECT", "a.test:443", 0, HeaderFields.of("Proxy-Authorization", "Bearer token-sb-1"));
        assertThat(path.settle(old, ON_LISTENER, seat)).isInstanceOf(Action.Tunnel.class);
    }

    @Test
    void refusesFramingThatIsUnclearAndBodiesOfConnect() {
        assertThat(reason(settle(
                        "POST", "http://a.test/", "Host", "a.test", "Content-Length", "1", "Content-Length", "1")))
                .isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("CONNECT", "a.test:443", "Host", "a.test", "Content-Length", "1")))
                .isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("CONNECT", "a.test:443", "Host", "a.test", "Transfer-Encoding", "chunked")))
                .isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(settle("CONNECT", "a.test:443", "Host", "a.test", "Content-Length", "0"))
                .isInstanceOf(Action.Tunnel.class);
    }

    @Test
    void refusesBadHandshakesLoopsAndUnknownExpectations() {
        String target = "http://a.test/";
        assertThat(reason(settle("GET", target, "Host", "a.test", "Upgrade", "h2c, WebSocket")))
                .isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(reason(settle("GET", target, "Host", "a.test", "Via", "1.0 x, 1.1 Sallyport (y)")))
                .isEqualTo(ReasonCode.LOOP_DETECTED);
        assertThat(reason(settle("GET", target, "Host", "a.test", "Expect", "miracles")))
                .isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(settle("GET", target, "Host", "a.test", "Upgrade", "h2c")).isInstanceOf(Action.Forward.class);
        assertThat(settle("GET", target, "Host", "a.test", "Via", "1.1 sallyporter"))
                .isInstanceOf(Action.Forward.class);
    }

    @Test
    void nobodyIsAskedForAnythingWithoutIdentity() {
        RequestHead head = new RequestHead("GET", "https://user@b.test/", 1, HeaderFields.NONE);
        assertThat(reason(path.settle(head, ON_LISTENER, seat))).isEqualTo(ReasonCode.NO_IDENTITY);
        assertThat(seat.holder()).isNull();
        assertThat(judged).isEmpty();
    }

    @Test
    void theEndComesBeforePolicyThatBeforeBudgetsTheseBeforeRatesAndAllBeforeAudit() {
        audit.stopAccepting();
        assertThat(reason(get())).isEqualTo(ReasonCode.AUDIT_UNAVAILABLE);
        TestSandboxes.admission(sandbox).limit(0);
        assertThat(reason(get())).isEqualTo(ReasonCode.TOO_MANY_CONNECTIONS);
        TestSandboxes.admission(sandbox).refuseWith(ReasonCode.BUDGET_EXHAUSTED);
        assertThat(reason(get())).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        assertThat(reason(get())).isEqualTo(ReasonCode.NO_GRANT);
        TestSandboxes.change(sandbox, clock.instant(), TestSandboxes.hosts());
        assertThat(reason(get())).isEqualTo(ReasonCode.LEASE_EXPIRED);
        TestSandboxes.admission(sandbox).revoke();
        assertThat(reason(get())).isEqualTo(ReasonCode.LEASE_REVOKED);
    }

    @Test
    void anExpiredLeaseIs407OnlyWhereOtherCredentialsCouldHelp() {
        TestSandboxes.change(sandbox, clock.instant(), TestSandboxes.hosts("a.test"));
        assertThat(((Action.Refuse) get()).refusal().status()).isEqualTo(407);
        RequestPath byPort = path(List.of(
                new ProxyCredentials(sandboxes, new WrongTokens(GuessLimits.DEFAULT, clock)), new OwnPort(sandboxes)));
        var peer = new RequestSource.OnListener(
                new Peer(sandbox.id(), null, ListenerProtocol.HTTP, ClientCertificate.NONE));
        RequestHead head = new RequestHead("GET", "http://a.test/", 1, HeaderFields.of("Host", "a.test"));
        assertThat(((Action.Refuse) byPort.settle(head, peer, new ConnectionPermit()))
                        .refusal()
                        .status())
                .isEqualTo(403);
    }

    private Action get() {
        return path.settle(head("GET", "http://a.test/", "Host", "a.test"), ON_LISTENER, new ConnectionPermit());
    }

    @Test
    void aParentsPolicyInForceNowBindsAndIsNamed() {
        Sandbox parent = sandboxes.add("up", TestSandboxes.hosts("a.test", "b.test"));
        Sandbox child = sandboxes.add("down", parent, TestSandboxes.hosts("a.test", "c.test"));
        assertThat(asChild("a.test")).isInstanceOf(Action.Forward.class);
        assertThat(reason(asChild("b.test"))).isEqualTo(ReasonCode.NO_GRANT);
        Action.Refuse beyond = (Action.Refuse) asChild("c.test");
        assertThat(reason(beyond)).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(record(beyond).facts().rule()).isEqualTo("parent:up");
        assertThat(new String(beyond.refusal().json(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("\"allowed\":[]");

        AllowedRequest passage = ((Action.Forward) asChild("a.test")).passage();
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.PASS);
        TestSandboxes.change(parent, null, TestSandboxes.hosts("b.test"));
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.refuse(ReasonCode.POLICY_CHANGED));
        assertThat(reason(asChild("a.test"))).isEqualTo(ReasonCode.NO_GRANT);
        TestSandboxes.change(parent, clock.instant(), TestSandboxes.hosts("a.test"));
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        assertThat(reason(asChild("a.test"))).isEqualTo(ReasonCode.LEASE_EXPIRED);
        TestSandboxes.admission(parent).revoke();
        assertThat(reason(asChild("a.test"))).isEqualTo(ReasonCode.LEASE_REVOKED);
        assertThat(child.depth()).isEqualTo(2);
    }

    private Action asChild(String host) {
        HeaderFields fields = HeaderFields.of("Proxy-Authorization", "Bearer token-down", "Host", host);
        return path.settle(
                new RequestHead("GET", "http://" + host + "/", 1, fields), ON_LISTENER, new ConnectionPermit());
    }

    @Test
    void obligationsThatCannotBeMetRefuse() {
        var intercept = new Obligations(true, Set.of(), null, Set.of());
        var redact = new Obligations(false, Set.of(), null, Set.of("cookie"));
        var credentials = new Obligations(false, Set.of("github"), null, Set.of());
        var rate = new Obligations(false, Set.of(), "slow", Set.of());
        assertThat(reason(connectUnder(intercept))).isEqualTo(ReasonCode.NEEDS_INTERCEPTION);
        assertThat(reason(connectUnder(redact))).isEqualTo(ReasonCode.NEEDS_INTERCEPTION);
        assertThat(reason(connectUnder(credentials))).isEqualTo(ReasonCode.NEEDS_INTERCEPTION);
        assertThat(reason(connectUnder(rate))).isEqualTo(ReasonCode.UNKNOWN_OBLIGATION);
        assertThat(requestUnder(intercept)).isInstanceOf(Action.Forward.class);
        assertThat(requestUnder(redact)).isInstanceOf(Action.Forward.class);
        assertThat(reason(requestUnder(credentials))).isEqualTo(ReasonCode.UNKNOWN_OBLIGATION);
    }

    @Test
    void whatCannotBeTakenOutOfARequestRefusesIt() {
        for (String name :
                List.of("", "user.password ", "/user/password", "a b", "host", "content-length", "Transfer-Encoding")) {
            var redact = new Obligations(false, Set.of(), null, Set.of("cookie", name));
            assertThat(reason(requestUnder(redact))).as(name).isEqualTo(ReasonCode.UNKNOWN_OBLIGATION);
            assertThat(reason(connectUnder(redact))).as(name).isEqualTo(ReasonCode.UNKNOWN_OBLIGATION);
        }
    }

    @Test
    void aTunnelAndARequestCountOnceEachAndTheNextIsToldWhen() {
        var rate = new NamedRate("slow", 60, Duration.ofMinutes(1), 2, List.of(new RateKey.BySandbox()));
        TestSandboxes.admission(sandbox).rates(new NamedRates(List.of(rate), RateBounds.DEFAULT, () -> 0L));
        var slow = new Obligations(false, Set.of(), "slow", Set.of());
        assertThat(connectUnder(slow)).isInstanceOf(Action.Tunnel.class);
        assertThat(requestUnder(slow)).isInstanceOf(Action.Forward.class);
        assertThat(requestUnder(slow)).isInstanceOfSatisfying(Action.Refuse.class, refused -> {
            assertThat(refused.refusal().reason()).isEqualTo(ReasonCode.RATE_LIMITED);
            assertThat(refused.refusal().status()).isEqualTo(429);
            assertThat(refused.refusal().rule()).isEqualTo("rate:slow");
            assertThat(refused.retryAfterSeconds()).isEqualTo(1);
            assertThat(record(refused).facts().rule()).isEqualTo("rate:slow");
        });
        assertThat(requestUnder(Obligations.NONE)).as("without the rate").isInstanceOf(Action.Forward.class);
    }

    private Action connectUnder(Obligations obligations) {
        TestSandboxes.change(sandbox, null, request -> TestSandboxes.allow(obligations));
        return settle("CONNECT", "a.test:443", "Host", "a.test:443");
    }

    private Action requestUnder(Obligations obligations) {
        TestSandboxes.change(sandbox, null, request -> TestSandboxes.allow(obligations));
        return settle("GET", "http://a.test/", "Host", "a.test");
    }

    @Test
    void aConnectionTooManyIsRefusedAndClosed() {
        TestSandboxes.admission(sandbox).limit(1);
        assertThat(settle("GET", "http://a.test/", "Host", "a.test")).isInstanceOf(Action.Forward.class);
        Action second =
                path.settle(head("GET", "http://a.test/", "Host", "a.test"), ON_LISTENER, new ConnectionPermit());
        assertThat(reason(second)).isEqualTo(ReasonCode.TOO_MANY_CONNECTIONS);
        assertThat(((Action.Refuse) second).close()).isTrue();
        seat.leave();
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
    }

    @Test
    void aSeatFollowsTheIdentityOfTheLatestRequest() {
        Sandbox other = sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
        settle("GET", "http://a.test/", "Host", "a.test");
        HeaderFields fields = HeaderFields.of("Proxy-Authorization", "Bearer token-sb-2", "Host", "a.test");
        path.settle(new RequestHead("GET", "http://a.test/", 1, fields), ON_LISTENER, seat);
        assertThat(seat.holder()).isEqualTo(other.id());
        assertThat(TestSandboxes.admission(sandbox).open()).isZero();
        assertThat(TestSandboxes.admission(other).open()).isEqualTo(1);
    }

    @Test
    void aRefusalNamesWhatIsAllowed() {
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        Action.Refuse refuse = (Action.Refuse) settle("GET", "http://a.test/p?secret", "Host", "a.test");
        String json = new String(refuse.refusal().json(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(json)
                .contains("\"allowed\":[\"http://allowed.test/**\"]", "\"path\":\"/p\"")
                .doesNotContain("secret");
    }

    @Test
    void reviewFollowsThePolicyInForceAndTheClock() {
        AllowedRequest passage = ((Action.Tunnel) settle("CONNECT", "a.test:443", "Host", "a.test:443")).passage();
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.PASS);
        TestSandboxes.change(sandbox, clock.instant().plusSeconds(5), TestSandboxes.hosts("a.test"));
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.PASS);
        clock.advance(Duration.ofSeconds(5));
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        TestSandboxes.change(sandbox, null, TestSandboxes.hosts());
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.refuse(ReasonCode.POLICY_CHANGED));
        TestSandboxes.change(
                sandbox, null, request -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
        assertThat(path.ongoing().review(passage)).isEqualTo(Verdict.refuse(ReasonCode.POLICY_CHANGED));
    }

    @Test
    void aDecisionOfDenyKeepsItsReason() {
        TestSandboxes.change(
                sandbox,
                null,
                request -> new Decision.Deny(
                        ReasonCode.GUARDRAIL,
                        "guardrails:no-gist",
                        List.of(new Decision.DenyRule("guardrails:no-gist", "gists are closed"))));
        Action.Refuse refuse = (Action.Refuse) settle("GET", "http://a.test/", "Host", "a.test");
        assertThat(refuse.refusal().hint()).isEqualTo("gists are closed");
        assertThat(record(refuse).facts().rule()).isEqualTo("guardrails:no-gist");
    }

    @Test
    void whatARuleInReportModeWouldRefuseIsLetThroughAndRecorded() {
        var report = new Reported(List.of(new Decision.DenyRule("guardrails:r", "m")), false);
        TestSandboxes.change(
                sandbox, null, request -> TestSandboxes.allow(Obligations.NONE).reporting(report));
        Action action = get();
        assertThat(action).isInstanceOf(Action.Forward.class);
        assertThat(record(action).facts().reported()).isEqualTo(report);
        assertThat(record(action).facts().mode()).isEqualTo(Mode.REPORT);
        assertThat(record(action).facts().wouldDeny()).isTrue();
    }

    @Test
    void whoLeavesTooMuchUnreadBeginsNothingNewUntilItIsRead() {
        var charge = new BufferCharge();
        charge.to(sandbox.admission().buffers());
        charge.set(sandboxes.buffers().limits().bytesPerSandbox());
        for (Action refused : List.of(
                get(),
                settle("CONNECT", "a.test:443", "Host", "a.test:443"),
                settle("POST", "http://sallyport.internal/fetch", "Host", "sallyport.internal"))) {
            assertThat(reason(refused)).isEqualTo(ReasonCode.TOO_MUCH_BUFFERED);
            assertThat(((Action.Refuse) refused).refusal().advice()).contains("limits.buffered_bytes_per_sandbox");
        }
        charge.set(0);
        assertThat(get()).isInstanceOf(Action.Forward.class);
    }
}
