package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.LoopbackHttpClient.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers that answer as they like, byte by byte. */
@Execution(ExecutionMode.CONCURRENT)
class LoopbackHttpClientTest {
    private static final int MAX_BYTES = 100;
    private static final Answer LATE = new Answer.Missing("no whole answer in time", true);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LoopbackHttpClient client = new LoopbackHttpClient(Duration.ofSeconds(60), MAX_BYTES);
    private final LoopbackHttpClient hasty = new LoopbackHttpClient(Duration.ofSeconds(3), MAX_BYTES);
    private final ServerSocket listener;

    LoopbackHttpClientTest() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
        client.close();
        hasty.close();
        threads.close();
    }

    @Test
    void aWholeAnswerIsReadWithItsStatus() throws Exception {
        Future<String> asked =
                says("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\nConnection: close\r\n\r\nn\u00f6pe");
        assertThat(get(client, "s3cret")).isEqualTo(new Answer.Whole(404, "n\u00f6pe"));
        assertThat(get(asked)).startsWith("GET /tools.json HTTP/1.1\r\n").contains("Authorization: Bearer s3cret\r\n");
    }

    @Test
    void aBodyThatNeverEndsIsGivenUpAndItsConnectionClosed() throws Exception {
        Future<String> closed = says("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"sta");
        assertThat(get(hasty, null)).isEqualTo(LATE);
        assertThat(get(closed)).doesNotContain("Authorization");
    }

    @Test
    void aHeadThatNeverEndsIsGivenUpAndItsConnectionClosed() throws Exception {
        Future<String> closed = says("HTTP/1.1 200 OK\r\nX-");
        assertThat(get(hasty, null)).isEqualTo(LATE);
        get(closed);
    }

    @Test
    void aBodyOfMoreThanIsReadIsNoAnswer() throws Exception {
        var _ = says("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n" + "x".repeat(101));
        assertThat(get(client, null)).isInstanceOf(Answer.Missing.class);
    }

    @Test
    void aBodyWithoutALengthIsCountedWhileItComes() throws Exception {
        Future<String> closed = says("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(10_000));
        assertThat(get(client, null)).isInstanceOf(Answer.Missing.class);
        get(closed);
    }

    @Test
    void asMuchAsIsReadIsAnAnswer() throws Exception {
        var _ = says("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + "x".repeat(100));
        assertThat(get(client, null)).isEqualTo(new Answer.Whole(200, "x".repeat(100)));
    }

    @Test
    void aRedirectIsAnAnswerAndNotFollowed() throws Exception {
        var _ = says("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
        assertThat(get(client, null)).isEqualTo(new Answer.Whole(302, ""));
    }

    @Test
    void nobodyThereIsNoAnswer() throws Exception {
        listener.close();
        assertThat(get(client, null)).isEqualTo(new Answer.Missing("ConnectException", true));
    }

    /** As the JDK's client says that no file can be opened any more. */
    @Test
    void whatThisProcessLacksIsNoSilenceOfTheServer() {
        var noSocket =
                new CompletionException(new IOException(new InternalError(new IOException("Too many open files"))));
        assertThat(LoopbackHttpClient.answer(null, noSocket)).isEqualTo(new Answer.Missing("IOException", false));
    }

    /** Only as many virtual threads run as there are processors. */
    @Test
    void whatComputesHoldsNoAnswerUp() throws Exception {
        var answered = new AtomicBoolean();
        var _ = says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        var computing = new CountDownLatch(Runtime.getRuntime().availableProcessors());
        for (long i = computing.getCount(); i > 0; i--) {
            Thread.startVirtualThread(() -> {
                computing.countDown();
                while (!answered.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        computing.await();
        try {
            assertThat(get(client, null)).isEqualTo(new Answer.Whole(200, "ok"));
        } finally {
            answered.set(true);
        }
    }

    /** Says {@code answer} to the next caller; what that one sent, when it has closed the connection. */
    private Future<String> says(String answer) {
        Callable<String> talk = () -> {
            try (Socket caller = listener.accept();
                    InputStream from = caller.getInputStream()) {
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                return read(from);
            }
        };
        return threads.submit(talk);
    }

    /** A reset is an end too. */
    private static String read(InputStream from) {
        var read = new StringBuilder();
        try {
            for (int next = from.read(); next >= 0; next = from.read()) {
                read.append((char) next);
            }
        } catch (IOException e) {
            return read + "(" + e.getMessage() + ")";
        }
        return read.toString();
    }

    private Answer get(LoopbackHttpClient asking, @Nullable String token) throws Exception {
        var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        return asking.get(server, "/tools.json", token).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static String get(Future<String> asked) throws Exception {
        return asked.get(60, TimeUnit.SECONDS);
    }
}
