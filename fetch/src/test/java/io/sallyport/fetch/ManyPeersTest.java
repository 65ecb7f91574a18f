package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.testkit.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What one run, or one who has no token, can do to the fetches of another. */
@Execution(ExecutionMode.CONCURRENT)
class ManyPeersTest {
    private static final Map<String, String> SKILL = Map.of("SKILL.md", "# A\n");

    @TempDir
    private Path directory = Path.of("");

    private final Options options = new Options();
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Future<?>> waiting = new ArrayList<>();

    ManyPeersTest() {
        options.sandboxes = List.of("sb-1", "sb-2");
        options.max = 1_000;
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static FetchLimits connections(int most, int each) {
        Duration longer = Duration.ofSeconds(30);
        return new FetchLimits(16 << 10, most, each, longer, longer, longer);
    }

    @Test
    void whoStallsWithoutATokenKeepsNobodyOut() throws Exception {
        options.limits = connections(8, 4);
        try (var fixture = new FetchFixture(directory, options)) {
            for (int i = 0; i < 40; i++) {
                say(fixture, "POST /fe");
            }
            assertThat(fixture.fetch(fixture.skill("a", SKILL)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whoStallsInABodyKeepsNobodyElseOut() throws Exception {
        options.limits = connections(8, 8);
        try (var fixture = new FetchFixture(directory, options)) {
            for (int i = 0; i < 40; i++) {
                Socket socket = say(fixture, head("sb-1") + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
                assertThat(line(socket)).isEqualTo("HTTP/1.1 100 Continue");
            }
            assertThat(fixture.fetchAs("sb-2", fixture.skill("a", SKILL)).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aRunHasNoMoreConnectionsThanItsShare() throws Exception {
        options.limits = connections(100, 4);
        try (var fixture = new FetchFixture(directory, options)) {
            Socket first = say(fixture, head("sb-1") + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
            line(first);
            for (int i = 0; i < 4; i++) {
                line(say(fixture, head("sb-1") + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"));
            }
            assertThat(first.getInputStream().readAllBytes())
                    .as("the rest of the blank line after 100")
                    .hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void aRunThatWaitsForASlowForgeKeepsNoOtherRunWaiting() throws Exception {
        var asked = new CountDownLatch(2);
        var over = new CountDownLatch(1);
        try (var fixture = new FetchFixture(directory, options)) {
            String mine = fixture.skill("mine", SKILL);
            for (int i = 0; i < 60; i++) {
                fixture.skill("slow" + i, Map.of("SKILL.md", "# " + i));
                fixture.forge.answer(FetchFixture.REPOSITORY, "skills/slow" + i, new Answer.Later(() -> {
                    asked.countDown();
                    over.await();
                    return new Answer.Close();
                }));
            }
            try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 60; i++) {
                    String url = fixture.skill("slow" + i, Map.of("SKILL.md", "# " + i));
                    waiting.add(pool.submit(() -> fixture.fetchAs("sb-1", url)));
                }
                asked.await();
                assertThat(fixture.fetchAs("sb-2", mine).statusCode()).isEqualTo(200);
                over.countDown();
                for (Future<?> each : waiting) {
                    each.get();
                }
            }
        }
    }

    @Test
    void noMoreThanAShareOfFetchesWaitsForOneSkill() throws Exception {
        options.limits = connections(1_000, 500);
        var over = new CountDownLatch(1);
        try (var fixture = new FetchFixture(directory, options)) {
            String mine = fixture.skill("mine", SKILL);
            String slow = fixture.skill("slow", Map.of("SKILL.md", "# slow\n"));
            fixture.forge.answer(FetchFixture.REPOSITORY, "skills/slow", new Answer.Later(() -> {
                over.await();
                return new Answer.Close();
            }));
            var busy = new CountDownLatch(100 - 64);
            try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 100; i++) {
                    waiting.add(pool.submit(() -> {
                        if (fixture.fetchAs("sb-1", slow).statusCode() == 429) {
                            busy.countDown();
                        }
                        return true;
                    }));
                }
                busy.await();
                assertThat(fixture.fetchAs("sb-2", mine).statusCode()).isEqualTo(200);
                over.countDown();
                for (Future<?> each : waiting) {
                    each.get();
                }
            }
        }
    }

    @Test
    void nothingOfABodyIsAskedForBeforeTheTokenIsSeen() throws Exception {
        try (var fixture = new FetchFixture(directory, options)) {
            Socket socket = say(
                    fixture,
                    "POST /fetch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer no\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n");
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 401 ")
                    .doesNotContain("100");
        }
    }

    private static String head(String sandbox) {
        return "POST /fetch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + FetchFixture.token(sandbox) + "\r\n";
    }

    private Socket say(FetchFixture fixture, String bytes) throws IOException {
        var socket = new Socket(
                InetAddress.getLoopbackAddress(), fixture.server.address().getPort());
        sockets.add(socket);
        socket.getOutputStream().write(bytes.getBytes(US_ASCII));
        return socket;
    }

    private static String line(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
