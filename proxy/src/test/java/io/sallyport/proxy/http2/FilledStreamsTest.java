package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.GrantedCredentials;
import io.sallyport.proxy.support.Http2Origin;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.testkit.TestCa;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A body with a placeholder from a client of HTTP/2 to a target of HTTP/2, which echoes it. */
class FilledStreamsTest {
    private static final String BODY = "{\"token\":\"" + GrantedCredentials.PLACEHOLDER + "\"}";
    private static final int FILLED_BYTES = "{\"token\":\"hub-value-with-\\\"signs\\\"\"}".length();

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Http2Origin web = new Http2Origin(publicCa.leaf("a.test"));
    private final InterceptingGateway gateway = new InterceptingGateway(
            TlsProvider.JDK, publicCa, Map.of("a.test:443", web.hostPort()), new GrantedCredentials()::keys);

    FilledStreamsTest() {
        gateway.add("sb-1", GrantedCredentials.granting());
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private String echoed(String... more) throws Exception {
        String[] head = {
            ":method",
            "POST",
            ":scheme",
            "https",
            ":authority",
            "a.test",
            ":path",
            "/echo",
            "content-type",
            "application/json"
        };
        String[] all = Arrays.copyOf(head, head.length + more.length);
        System.arraycopy(more, 0, all, head.length, more.length);
        try (FrameClient client =
                new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"))) {
            client.headers(1, false, all);
            client.data(1, false, BODY.substring(0, 20));
            client.data(1, true, BODY.substring(20));
            return client.answer(1).body();
        }
    }

    @Test
    void theLengthOfTheFilledBodyIsTold() throws Exception {
        assertThat(echoed("content-length", String.valueOf(BODY.length())))
                .hasSize(FILLED_BYTES)
                .startsWith("{\"token\":\"****")
                .doesNotContain("value-with", "Placeholder");
        assertThat(web.requests().getFirst()).contains("content-length: " + FILLED_BYTES + "\n");
    }

    @Test
    void aBodyWithoutALengthIsFilledToo() throws Exception {
        assertThat(echoed()).hasSize(FILLED_BYTES).doesNotContain("value-with", "Placeholder");
        assertThat(web.requests().getFirst()).doesNotContain("content-length");
    }
}
