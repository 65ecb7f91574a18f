package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of the fetch endpoint that are produced while they are sent, byte for byte. */
class StreamedReplyTest {
    private static final String ASK = "POST http://sallyport.internal/fetch HTTP/1.1\r\nHost: sallyport.internal\r\n"
            + Conversation.as("sb-1") + "Content-Length: 2\r\n\r\n{}";

    private final HeldEndpoint desk = new HeldEndpoint();
    private final Conversation talk = new Conversation(desk);

    @BeforeEach
    void add() {
        talk.sandboxes.add("sb-1", TestSandboxes.hosts());
    }

    @AfterEach
    void close() {
        talk.close();
    }

    @Test
    @Timeout(30)
    void whatIsStreamedIsChunkedAndTheConnectionKept() {
        talk.clientSays(ASK);
        desk.stream(-1, out -> {
            out.write("one".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            out.write("four".getBytes(StandardCharsets.US_ASCII));
        });
        assertThat(heardUntil("0\r\n\r\n"))
                .isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n4\r\nfour\r\n0\r\n\r\n");
        talk.clientSays(ASK);
        desk.stream(3, out -> out.write("one".getBytes(StandardCharsets.US_ASCII)));
        assertThat(heardUntil("one")).isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none");
    }

    @Test
    @Timeout(30)
    void whoWaitsForMoreOfAnAnswerWaitsForNoClientThatHasLeft() throws InterruptedException {
        var waiting = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        talk.clientSays(ASK);
        desk.stream(-1, _ -> {
            waiting.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                interrupted.countDown();
                throw new IOException("given up");
            }
        });
        talk.settle();
        waiting.await();
        talk.hangUp(talk.client);
        interrupted.await();
        assertThat(interrupted.getCount()).isZero();
    }

    @Test
    @Timeout(30)
    void whatCannotBeEndedIsCut() {
        talk.clientSays(ASK);
        desk.stream(-1, _ -> {
            throw new IOException("the disk is gone");
        });
        while (talk.client.isActive()) {
            talk.settle();
        }
        assertThat(talk.clientHears()).doesNotContain("0\r\n\r\n");
    }

    @Test
    @Timeout(30)
    void aClientThatHangsUpEndsWhoMakesTheAnswer() throws InterruptedException {
        var over = new CountDownLatch(1);
        talk.clientSays(ASK);
        desk.stream(-1, out -> {
            try {
                while (true) {
                    out.write(new byte[1 << 16]);
                }
            } finally {
                over.countDown();
            }
        });
        heardUntil("\r\n10000\r\n");
        talk.hangUp(talk.client);
        while (over.getCount() > 0) {
            talk.clientHears();
        }
        over.await();
    }

    @ParameterizedTest
    @CsvSource({"0, 120", "4, 121", "8, 122"})
    @Timeout(60)
    void anAnswerIsTakenWithinItsTimeHoweverOftenSomeOfItIs(int mebibytes, int seconds) {
        var pieces = new LinkedBlockingQueue<byte[]>(List.of(new byte[1 + (mebibytes << 20)]));
        talk.clientSays(ASK);
        desk.stream(-1, out -> {
            try {
                while (true) {
                    out.write(pieces.take());
                    out.flush();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        heardUntil("\r\n\0");
        for (int second = 0; second < seconds; second++) {
            talk.pass(Duration.ZERO);
            if (second % 30 == 0) {
                pieces.add(new byte[1]);
                heardUntil("1\r\n\0\r\n");
            }
        }
        assertThat(talk.client.isActive()).isTrue();
        talk.pass(Duration.ZERO);
        assertThat(talk.client.isActive()).isFalse();
        pieces.add(new byte[1]); // and the thread that produces it ends
    }

    private String heardUntil(String end) {
        var heard = new StringBuilder();
        while (heard.indexOf(end) < 0) {
            heard.append(talk.clientHears());
        }
        return heard.toString();
    }
}
