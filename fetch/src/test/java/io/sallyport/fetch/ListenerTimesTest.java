package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Who does not go on is closed: each test ends only because that happens. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class ListenerTimesTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    private Path directory = Path.of("");

    private FetchFixture fixture(Duration read, Duration write, Duration idle) throws IOException {
        var options = new Options();
        options.limits = new FetchLimits(16 << 10, 100, 64, read, write, idle);
        return new FetchFixture(directory, options);
    }

    @Test
    void aHeadThatDoesNotEndIsNotWaitedFor() throws Exception {
        try (FetchFixture fixture = fixture(SHORT, LONG, LONG);
                Socket socket = say(fixture, "POST /fe")) {
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void aBodyThatDoesNotEndIsNotWaitedFor() throws Exception {
        try (FetchFixture fixture = fixture(SHORT, LONG, LONG);
                Socket socket = say(fixture, head() + "Content-Length: 9\r\n\r\n{")) {
            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void whoAsksNothingMoreIsClosed() throws Exception {
        try (FetchFixture fixture = fixture(LONG, LONG, SHORT);
                Socket socket = say(fixture, head() + "Content-Length: 2\r\n\r\n{}")) {
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 400 ")
                    .doesNotContain("onnection: close");
        }
    }

    private static String head() {
        return "POST /fetch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + FetchFixture.TOKEN + "\r\n";
    }

    private static Socket say(FetchFixture fixture, String bytes) throws IOException {
        var socket = new Socket(
                InetAddress.getLoopbackAddress(), fixture.server.address().getPort());
        socket.getOutputStream().write(bytes.getBytes(US_ASCII));
        return socket;
    }
}
