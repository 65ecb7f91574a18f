package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Listeners;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What becomes of a fetch that is under way when the listener is told to end. */
@Execution(ExecutionMode.CONCURRENT)
class ClosingTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void aFetchThatWaitsForItsForgeIsStillAnswered() throws Exception {
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var fixture = new FetchFixture(directory);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String url = fixture.skill("a", Map.of("SKILL.md", "# A\n"));
            fixture.forge.wrap(answer -> new Answer.Later(() -> {
                asked.countDown();
                goOn.await();
                return answer;
            }));
            Future<HttpResponse<String>> answer = threads.submit(() -> fixture.fetch(url));
            asked.await();
            Future<?> closed = threads.submit(fixture.server::close);
            Listeners.awaitGone(fixture.server.address());
            goOn.countDown();
            assertThat(answer.get().statusCode()).isEqualTo(200);
            closed.get();
            assertThat(fixture.auditLines()).hasSize(1);
        }
    }

    @Test
    void aTarThatIsBeingReadIsReadToItsEnd() throws Exception {
        try (var fixture = new FetchFixture(directory);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                var socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        fixture.server.address().getPort())) {
            String body =
                    "{\"url\":\"" + fixture.skill("a", Map.of("SKILL.md", "# A\n" + "a".repeat(24 << 20))) + "\"}";
            socket.getOutputStream()
                    .write(("POST /fetch HTTP/1.1\r\nHost: x\r\nAccept: application/x-tar\r\nConnection: close\r\n"
                                    + "Authorization: Bearer " + FetchFixture.TOKEN + "\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body)
                            .getBytes(UTF_8));
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('H');
            Future<?> closed = threads.submit(fixture.server::close);
            Listeners.awaitGone(fixture.server.address());
            byte[] rest = in.readAllBytes();
            assertThat(new String(rest, rest.length - 5, 5, US_ASCII)).isEqualTo("0\r\n\r\n");
            assertThat(rest).hasSizeGreaterThan(24 << 20);
            closed.get();
        }
    }
}
