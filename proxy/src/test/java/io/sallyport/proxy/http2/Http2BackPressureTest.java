package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.Obligations;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stream whose client opens no window holds little, is charged for it, and lets its neighbours pass. */
class Http2BackPressureTest {
    private static final int MUCH = 64 << 20;
    private static final Duration SOON = Duration.ofSeconds(20);

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(
            publicCa.leaf("a.test"),
            request -> request.path().equals("/much") ? new Answer.Sized(MUCH) : Answer.echo(request));
    private final InterceptingGateway gateway =
            new InterceptingGateway(TlsProvider.BORINGSSL, publicCa, Map.of("a.test:443", web.hostPort()));
    private final Sandbox sandbox =
            gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    @Test
    void aStreamThatIsNotReadHoldsItsWindowAndLittleMore() throws Exception {
        try (FrameClient client =
                new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"))) {
            client.get(1, "a.test", "/much");
            int came = 0;
            while (came < 65_535) {
                came += client.await(FrameClient.DATA).payload().length();
            }
            client.window(0, 1 << 20);
            client.get(3, "a.test", "/next");
            assertThat(client.answer(3).status()).isEqualTo("200");
            assertThat(sandbox.admission().buffers().used()).isBetween(1L, 2L << 20);
        }
        web.awaitClosed(1, SOON);
        assertThat(sandbox.admission().buffers().used()).isZero();
    }
}
