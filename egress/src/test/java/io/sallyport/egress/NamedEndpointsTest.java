package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslProvider;
import io.sallyport.model.ReasonCode;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A name of the gateway's own leads to loopback for one sandbox, and opens nothing else. */
@Execution(ExecutionMode.CONCURRENT)
class NamedEndpointsTest extends Dialing {
    @Test
    void theSandboxThatHasItReachesItAndNobodyElseDoes() throws Exception {
        try (Origin server = Origin.plain(_ -> Answer.text(200, "ok"))) {
            Dialer dialer = dialer(server.address());
            assertThat(dial(dialer, ONE, "build.api.internal", 80))
                    .isInstanceOfSatisfying(
                            DialOutcome.Connected.class,
                            connected -> assertThat(connected.address())
                                    .isEqualTo(new DialledAddress(server.address(), null)));
            refused(dialer, "build.api.internal", 81, ReasonCode.LOCAL_NAME);
            assertThat(dial(dialer, OTHER, "build.api.internal", 80))
                    .isInstanceOfSatisfying(
                            DialOutcome.Failed.class,
                            failed -> assertThat(failed.reason()).isEqualTo(ReasonCode.LOCAL_NAME));
        }
    }

    @Test
    void theAddressBehindItIsAsClosedAsBefore() throws Exception {
        try (Origin server = Origin.plain(_ -> Answer.text(200, "ok"))) {
            Dialer dialer = dialer(server.address());
            refused(dialer, "127.0.0.1", server.port(), ReasonCode.ADDRESS_REFUSED);
            refused(dialer, "localhost", server.port(), ReasonCode.LOCAL_NAME);
        }
    }

    /** Whatever the map contains: it is consulted only for the gateway's own names. */
    @Test
    void noOtherNameIsLookedUpThere() throws Exception {
        try (Origin server = Origin.plain(_ -> Answer.text(200, "ok"))) {
            Dialer dialer = dialer((_, _, _) -> server.address());
            refused(dialer, "build.internal", 80, ReasonCode.LOCAL_NAME);
        }
    }

    private void refused(Dialer dialer, String host, int port, ReasonCode reason) {
        assertThat(dial(dialer, ONE, host, port))
                .isInstanceOfSatisfying(
                        DialOutcome.Failed.class,
                        failed -> assertThat(failed.reason()).isEqualTo(reason));
    }

    private Dialer dialer(InetSocketAddress server) {
        return dialer((sandbox, host, port) ->
                sandbox.equals(ONE) && host.text().equals("build.api.internal") && port == 80 ? server : null);
    }

    private Dialer dialer(NamedEndpoints endpoints) {
        EgressPolicy policy = EgressPolicyTest.accepted(EgressPolicy.parse(Map.of(), List.of(), own));
        return keep(NettyDialer.create(
                new NettyDialer.Settings(
                                policy, List.of(), DNS, DialLimits.DEFAULT, TestRoots.system(), SslProvider.JDK)
                        .with(endpoints),
                TRANSPORT,
                System::nanoTime));
    }
}
