package io.sallyport.proxy.http2;

import static io.sallyport.proxy.support.FrameClient.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.FrameClient;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client that floods its connection loses it, with a record, and its neighbour notices nothing (RFC 9113 section
 * 10.5).
 */
class Http2FloodsTest {
    private static final int MANY = 5_000;

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private final Origin web = Origin.tls(publicCa.leaf("a.test"), Answer::echo);
    private final InterceptingGateway gateway =
            new InterceptingGateway(TlsProvider.BORINGSSL, publicCa, Map.of("a.test:443", web.hostPort()));

    Http2FloodsTest() {
        gateway.add("sb-1", _ -> TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of())));
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    private FrameClient open() throws Exception {
        return new FrameClient(gateway.tls(gateway.tunnel("sb-1", "a.test:443"), "sb-1", "a.test"));
    }

    enum Flood {
        SETTINGS,
        PING,
        PRIORITY,
        WINDOW_UPDATE,
        UNKNOWN,
        EMPTY_DATA,
        RAPID_RESET,
        CONTINUATION
    }

    private static byte[] bytes(Flood flood) {
        var out = new ByteArrayOutputStream();
        byte[] get = FrameClient.block(":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/");
        if (flood == Flood.EMPTY_DATA) {
            out.writeBytes(frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, get));
        } else if (flood == Flood.CONTINUATION) {
            out.writeBytes(frame(FrameClient.HEADERS, 0, 1, get));
        }
        for (int i = 0; i < MANY; i++) {
            switch (flood) {
                case SETTINGS -> out.writeBytes(frame(FrameClient.SETTINGS, 0, 0, new byte[0]));
                case PING -> out.writeBytes(frame(FrameClient.PING, 0, 0, new byte[8]));
                case PRIORITY -> out.writeBytes(frame(FrameClient.PRIORITY, 0, 2 * i + 1, new byte[] {0, 0, 0, 0, 1}));
                case WINDOW_UPDATE -> out.writeBytes(frame(FrameClient.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1}));
                case UNKNOWN -> out.writeBytes(frame(0x77, 0, 0, new byte[0]));
                case EMPTY_DATA -> out.writeBytes(frame(FrameClient.DATA, 0, 1, new byte[0]));
                case RAPID_RESET -> {
                    out.writeBytes(frame(FrameClient.HEADERS, FrameClient.END_HEADERS, 2 * i + 1, get));
                    out.writeBytes(frame(FrameClient.RESET, 0, 2 * i + 1, new byte[] {0, 0, 0, 8}));
                }
                case CONTINUATION -> out.writeBytes(frame(FrameClient.CONTINUATION, 0, 1, new byte[0]));
            }
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void endsTheConnectionAndIsRecorded(Flood flood) throws Exception {
        try (FrameClient neighbour = open();
                FrameClient client = open()) {
            neighbour.get(1, "a.test", "/1");
            assertThat(neighbour.answer(1).status()).isEqualTo("200");
            assertThatThrownBy(() -> {
                        client.raw(bytes(flood));
                        FrameClient.Frame last = client.await(FrameClient.GOAWAY);
                        assertThat(last.code()).isNotZero();
                        client.next();
                    })
                    .isInstanceOf(IOException.class);
            neighbour.get(3, "a.test", "/3");
            assertThat(neighbour.answer(3).status()).isEqualTo("200");
            gateway.audit.await(5);
            assertThat(gateway.audit.records())
                    .anyMatch(record -> record.kind().equals("end") && record.reason() == expected(flood));
        }
    }

    private static ReasonCode expected(Flood flood) {
        return switch (flood) {
            case SETTINGS, PING, PRIORITY, WINDOW_UPDATE, UNKNOWN, EMPTY_DATA, RAPID_RESET, CONTINUATION ->
                ReasonCode.RATE_LIMITED;
        };
    }

    @Test
    void oneStreamTooManyIsRefusedAndMayBeRepeated() throws Exception {
        try (FrameClient client = open()) {
            String[] post = {":method", "POST", ":scheme", "https", ":authority", "a.test", ":path", "/"};
            for (int i = 0; i < 101; i++) {
                client.headers(2 * i + 1, false, post);
            }
            FrameClient.Frame refused = client.await(FrameClient.RESET);
            assertThat(refused.stream()).isEqualTo(201);
            assertThat(refused.code()).isEqualTo(7);
        }
    }

    @Test
    void aClientThatOnlyOpensIsNotKept() throws Exception {
        try (FrameClient client = open()) {
            client.raw("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThatThrownBy(() -> {
                        client.await(FrameClient.GOAWAY);
                        client.next();
                    })
                    .isInstanceOf(IOException.class);
        }
        gateway.audit.await(2);
        assertThat(gateway.audit.records()).anyMatch(record -> record.kind().equals("end"));
    }
}
