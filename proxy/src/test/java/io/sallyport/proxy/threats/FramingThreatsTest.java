package io.sallyport.proxy.threats;

import static io.sallyport.proxy.threats.Attack.inside;
import static io.sallyport.proxy.threats.Attack.request;
import static io.sallyport.proxy.threats.Attack.requestInside;
import static io.sallyport.proxy.threats.Attack.straight;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** G: where messages end, and what determines it. */
class FramingThreatsTest {
    private static final String SMUGGLED = request("GET", "/smuggled", "");
    private static final String SMUGGLED_INSIDE = requestInside("GET", "/smuggled", "");

    private final Conversation talk = new Conversation();

    @BeforeEach
    void sandbox() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
    }

    @AfterEach
    void close() {
        talk.close();
    }

    private EmbeddedChannel send(String request) {
        talk.clientSays(request);
        return talk.connect();
    }

    private ReasonCode onlyReason() {
        assertThat(talk.records()).hasSize(1);
        return talk.records().getFirst().reason();
    }

    private static void endsTheConnection(String lines) {
        straight(request("POST", "/", lines) + "0\r\n\r\n" + SMUGGLED)
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
        inside(requestInside("POST", "/", lines) + "0\r\n\r\n" + SMUGGLED_INSIDE)
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
        straight((request("POST", "/", lines) + "0\r\n\r\n" + SMUGGLED).replace("HTTP/1.1", "HTTP/1.0"))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: 5\r\nContent-Length: 5\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: 5, 5\r\n",
                "Content-Length: +5\r\n",
                "Content-Length: -5\r\n",
                "Content-Length: 0x5\r\n",
                "Content-Length: 5 5\r\n",
                "Content-Length: 5.0\r\n",
                "Content-Length: \r\n",
                "Content-Length: 1e1\r\n",
                "Content-Length: 9223372036854775808\r\n",
                "Content-Length: 99999999999999999999\r\n",
                "Content-Length: 18446744073709551621\r\n"
            })
    void line50TwoLengthsOrNoneThatAllReadAlikeAreRefused(String lines) {
        endsTheConnection(lines);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xchunked",
                "chunked, chunked",
                "gzip, chunked",
                "chunked, gzip",
                "chunked, identity",
                "identity",
                "gzip",
                "",
                "chunked;q=1",
                "\"chunked\"",
                ",chunked",
                "chunked,",
                "chunked\u000b",
                "chunked\u00a0",
                "ch unked"
            })
    void line51OnlyOneChunkedIsACoding(String coding) {
        endsTheConnection("Transfer-Encoding: " + coding + "\r\n");
    }

    @Test
    void line51TwoTransferEncodingsAreRefused() {
        endsTheConnection("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n");
        endsTheConnection("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n");
    }

    /** HTTP/1.0 knows no chunks (RFC 9112 section 6.1). */
    @Test
    void line51ChunkedInHttp10IsRefused() {
        straight((request("POST", "/", "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n" + SMUGGLED)
                        .replace("HTTP/1.1", "HTTP/1.0"))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X : y\r\n",
                "X\t: y\r\n",
                " X: y\r\n",
                "X: a\r\n b\r\n",
                "X: a\r\n\tb\r\n",
                "X: a\r\n \r\n",
                "X\0: y\r\n",
                "X Y: z\r\n",
                "X: a\0b\r\n",
                "X: a\rb\r\n",
                "X: a\nY: b\r\n",
                "X: a\n\r\n",
                "X\r\n",
                ": y\r\n",
                "X: y\u007f\r\n",
                "X: \u0001\r\n",
                "X(: y\r\n",
                "\u00e9: y\r\n",
                "X: y\n",
                "X: y\r\r\n"
            })
    void line52FieldLinesHaveOneReading(String lines) {
        straight(request("GET", "/", lines))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
        inside(requestInside("GET", "/", lines))
                .isRefused(ReasonCode.MALFORMED_REQUEST)
                .closes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\nhello\r\n",
                "5 \r\nhello\r\n",
                " 5\r\nhello\r\n",
                "+5\r\nhello\r\n",
                "0x5\r\nhello\r\n",
                "5\r\nhelloX\r\n",
                "5\r\nhello\n",
                "FFFFFFFFF\r\n",
                "000000005\r\nhello\r\n",
                "5;\0\r\nhello\r\n",
                "5;a\nhello\r\n",
                "\r\n",
                "0\r\n\n",
                "0\n\r\n",
                "5_\r\nhello\r\n",
                "0\r\nX : y\r\n\r\n",
                "0\r\nX: a\r\n b\r\n\r\n"
            })
    void line52AChunkWithTwoReadingsEndsTheRequestOnBothSides(String body) {
        EmbeddedChannel target = send(request("POST", "/", "Transfer-Encoding: chunked\r\n") + body + SMUGGLED);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 400 Rejected: malformed_request\r\n");
        assertThat(talk.hear(target)).doesNotContain("/smuggled").doesNotEndWith("0\r\n\r\n");
        assertThat(target.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(onlyReason()).isEqualTo(ReasonCode.MALFORMED_REQUEST);
    }

    @Test
    void line52ExtensionsAreBoundedAndDropped() {
        EmbeddedChannel target = send(request("POST", "/", "Transfer-Encoding: chunked\r\n") + "1;a=b\r\nx\r\n");
        assertThat(talk.hear(target)).endsWith("\r\n\r\n1\r\nx\r\n");
        talk.clientSays("1;" + "e".repeat(257));
        assertThat(target.isActive()).isFalse();
        assertThat(onlyReason()).isEqualTo(ReasonCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "Content-Length",
                "Transfer-Encoding",
                "Transfer_Encoding",
                "Authorization",
                "Proxy-Authorization",
                "Cookie",
                "X-Forwarded-Host",
                "Forwarded",
                "X-Original-URL",
                "X-HTTP-Method-Override",
                "Connection",
                "TE",
                "Via",
                "Expect"
            })
    void line53TrailersCannotSayWhatHeadersMay(String name) {
        EmbeddedChannel target = send(
                request("POST", "/", "Transfer-Encoding: chunked\r\n") + "0\r\n" + name + ": evil\r\nX-Sum: 1\r\n\r\n");
        assertThat(talk.hear(target)).endsWith("\r\n\r\n0\r\nX-Sum: 1\r\n\r\n");
        talk.say(
                target,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + name + ": evil\r\nX-Sum: 2\r\n\r\n");
        assertThat(talk.clientHears()).endsWith("\r\n\r\n0\r\nX-Sum: 2\r\n\r\n");
        assertThat(onlyReason()).isEqualTo(ReasonCode.GRANTED);
    }

    @Test
    void line53WhatIsRedactedIsNotSentAsATrailerEither() {
        talk.sandboxes.add(
                "sb-1", _ -> TestSandboxes.allow(new Obligations(false, Set.of(), null, Set.of("x-secret"))));
        EmbeddedChannel target = send(request("POST", "/", "X-Secret: 1\r\nTransfer-Encoding: chunked\r\n")
                + "0\r\nX-SECRET: 1\r\nX-Sum: 1\r\n\r\n");
        assertThat(talk.hear(target)).doesNotContainIgnoringCase("x-secret").endsWith("0\r\nX-Sum: 1\r\n\r\n");
    }
}
