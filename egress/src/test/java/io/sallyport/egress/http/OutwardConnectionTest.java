package io.sallyport.egress.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.DialledAddress;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client against a target whose answers each test scripts. */
@Timeout(60)
class OutwardConnectionTest {
    private static final String EARLY_HINTS = "HTTP/1.1 103 Early Hints\r\n\r\n";
    private static final String CHUNKED_TWO = "3\r\ntwo\r\n0\r\n\r\n";
    private static final byte[] NOTHING = {};
    private static final long LONG = TimeUnit.SECONDS.toNanos(30);

    private final EventLoopGroup loops = Transport.best().newLoops(1, "outward");
    private final ServerSocket server = listen();

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Dialer dialer() {
        return (_, loop, initial, listener) -> {
            ChannelFuture connecting = new Bootstrap()
                    .group(loop)
                    .channel(Transport.best().socketChannel())
                    .option(ChannelOption.AUTO_READ, false)
                    .handler(initial)
                    .connect(server.getLocalSocketAddress());
            var address = (InetSocketAddress) server.getLocalSocketAddress();
            connecting.addListener(_ ->
                    listener.ended(new DialOutcome.Connected(connecting.channel(), new DialledAddress(address, null))));
            return () -> {};
        };
    }

    private OutwardConnection open(long nanos, ByteCount count) {
        var target = new Target(Objects.requireNonNull(SandboxId.parse("sb-1")), host(), 80, TargetProtocol.PLAIN);
        return (OutwardConnection) OutwardConnection.open(dialer(), target, loops.next(), () -> nanos, count);
    }

    private static CanonicalHost host() {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("localhost")).value();
    }

    private WholeAnswer get(OutwardConnection connection, long mostBytes) {
        return connection.whole(HttpMethod.GET, "/", Map.of("Host", "localhost"), NOTHING, mostBytes);
    }

    /** The target: accepts one connection, and answers each request with the next of {@code answers}. */
    private Thread target(String... answers) {
        return Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                for (String answer : answers) {
                    readHead(socket);
                    socket.getOutputStream().write(answer.getBytes(US_ASCII));
                }
            } catch (IOException _) {
                // the client has gone, as some tests make it
            }
        });
    }

    private static void readHead(Socket socket) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int octet = socket.getInputStream().read();
            if (octet < 0) {
                throw new IOException("no request");
            }
            head.append((char) octet);
        }
    }

    @Test
    void oneRequestFollowsTheOtherAndAnEndBetweenThemIsSeen() {
        target(
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none",
                EARLY_HINTS + "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED_TWO);
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            var first = (HttpAnswer) get(connection, 100);
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.body()).asString(US_ASCII).isEqualTo("one");
            var second = (HttpAnswer) get(connection, 100);
            assertThat(second.status()).isEqualTo(404);
            assertThat(second.body()).asString(US_ASCII).isEqualTo("two");
            while (connection.isOpen()) {
                Thread.onSpinWait();
            }
            assertThat(get(connection, 100)).isInstanceOf(HttpFailure.Broken.class);
        }
    }

    @Test
    void anAnswerComesPieceByPiece() {
        target("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none");
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            var head = (AnswerPart.Head) connection.ask(HttpMethod.GET, "/", Map.of("Host", "localhost"), NOTHING);
            assertThat(head.length()).isEqualTo(3);
            var bytes = new StringBuilder();
            AnswerPart part = connection.next();
            for (; part instanceof AnswerPart.Piece piece; part = connection.next()) {
                bytes.append(new String(piece.bytes(), US_ASCII));
            }
            assertThat(part).isEqualTo(new AnswerPart.End());
            assertThat(bytes).hasToString("one");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    HTTP/1.1 200 OK~Content-Length: 11~~            | gave an answer longer than 10 bytes
                    HTTP/1.1 200 OK~~more than 10 bytes             | gave an answer longer than 10 bytes
                    HTTP/1.1 200 OK~Content-Encoding: gzip~~        | answered with a content coding
                    HTTP/1.1 200 OK~Content-Length: 1~Content-Length: 2~~x | answered no HTTP
                    nonsense~~                                      | answered no HTTP
                    """)
    void whatIsNoGoodAnswerIsSaidAndEndsTheConnection(String answer, String what) {
        target(answer.replace("~", "\r\n"));
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            assertThat(get(connection, 10)).isEqualTo(new HttpFailure.Broken(ReasonCode.UPSTREAM_MALFORMED, what));
        }
    }

    @Test
    void anAnswerThatBreaksOffIsNoAnswer() {
        target("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none");
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            assertThat(get(connection, 100))
                    .isEqualTo(new HttpFailure.Broken(
                            ReasonCode.UPSTREAM_CLOSED, "closed the connection before its answer had ended"));
        }
    }

    @Test
    void whatComesIsCountedBeforeItIsRead() {
        target("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none");
        try (OutwardConnection connection = open(LONG, _ -> false)) {
            assertThat(get(connection, 100)).isEqualTo(new HttpFailure.OverCount());
        }
    }

    @Test
    void nobodyWaitsLongerThanThereIsTime() {
        var times = new ArrayDeque<>(List.of(LONG, 1L));
        var target = new Target(Objects.requireNonNull(SandboxId.parse("sb-1")), host(), 80, TargetProtocol.PLAIN);
        OpenResult opening = OutwardConnection.open(dialer(), target, loops.next(), times::remove, _ -> true);
        try (var connection = (OutwardConnection) opening) {
            assertThat(get(connection, 100))
                    .isEqualTo(new HttpFailure.Broken(ReasonCode.CONNECT_TIMEOUT, "did not answer in time"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    HTTP/1.1 200 OK~Content-Length: 3~~one                    | true
                    HTTP/1.1 200 OK~Content-Length: 3~Connection: close~~one  | false
                    HTTP/1.0 200 OK~Content-Length: 3~~one                    | false
                    """)
    void anotherRequestMayFollowWhereTheTargetDoesNotWantToClose(String answer, boolean isOpen) throws Exception {
        var done = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                readHead(socket);
                socket.getOutputStream().write(answer.replace("~", "\r\n").getBytes(US_ASCII));
                done.await();
            } catch (IOException | InterruptedException _) {
                // the client has gone
            }
        });
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            assertThat(connection.isOpen()).isTrue();
            assertThat(connection.ask(HttpMethod.GET, "/", Map.of("Host", "localhost"), NOTHING))
                    .isInstanceOf(AnswerPart.Head.class);
            assertThat(connection.isOpen()).as("within an answer").isFalse();
            assertThat(connection.next()).isInstanceOf(AnswerPart.Piece.class);
            assertThat(connection.next()).isEqualTo(new AnswerPart.End());
            assertThat(connection.isOpen()).isEqualTo(isOpen);
        } finally {
            done.countDown();
        }
    }

    @Test
    void onlyACloseBeforeTheFirstByteOfAnAnswerIsLostUnheard() {
        target("");
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            assertThat(get(connection, 100)).isInstanceOf(HttpFailure.Broken.class);
            assertThat(connection.isLostUnheard()).isTrue();
        }
        target("H");
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            assertThat(get(connection, 100)).isInstanceOf(HttpFailure.Broken.class);
            assertThat(connection.isLostUnheard()).isFalse();
        }
        target(EARLY_HINTS);
        try (OutwardConnection connection = open(LONG, _ -> true)) {
            assertThat(get(connection, 100)).isInstanceOf(HttpFailure.Broken.class);
            assertThat(connection.isLostUnheard()).isFalse();
        }
    }
}
