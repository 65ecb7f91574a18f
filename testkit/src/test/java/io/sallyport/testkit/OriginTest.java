package io.sallyport.testkit;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Origins as a real client sees them. */
class OriginTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void answersPlainRequestsAndRemembersThem() {
        try (Origin origin = Origin.plain(Answer::echo)) {
            Client.Ended ended = curl("-H", "X-Mark: seven", "--data", "body", url(origin, "/a?b=c"));

            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(ended.out())
                    .startsWith("POST /a?b=c\n")
                    .contains("X-Mark: seven")
                    .endsWith("\n\nbody");
            ReceivedRequest received = origin.received().get(0);
            assertThat(received.path() + "|" + received.query()).isEqualTo("/a|b=c");
            assertThat(received.header("x-mark")).isEqualTo("seven");
            assertThat(received.body().text()).isEqualTo("body");
        }
    }

    @Test
    void keepsOneConnectionForSeveralRequests() {
        try (Origin origin = Origin.plain(request -> new Answer.Chunked(List.of("a", "b")))) {
            Client.Ended ended = curl(url(origin, "/1"), url(origin, "/2"));

            assertThat(ended.out()).isEqualTo("abab");
            assertThat(origin.received()).hasSize(2);
            assertThat(origin.connections()).isOne();
        }
    }

    @Test
    void isTrustedByItsCaAndUnderItsNameOnly() throws IOException {
        TestCa ca = TestCa.create("test ca", InstantSource.system());
        Path pem = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        try (Origin origin = Origin.tls(ca.leaf("one.test", "127.0.0.1"), request -> Answer.text(200, "hello"))) {
            String there = "::127.0.0.1:" + origin.port();

            assertThat(curl("--connect-to", there, "--cacert", pem.toString(), "https://one.test/")
                            .out())
                    .isEqualTo("hello");
            assertThat(curl("--connect-to", there, "--cacert", pem.toString(), "https://two.test/")
                            .exit())
                    .isEqualTo(60);
            assertThat(curl("--connect-to", there, "https://one.test/").exit()).isEqualTo(60);
        }
    }

    @Test
    void writesLargeBodiesAtTheReadersPace() {
        long size = 3L * 1024 * 1024 + 17;
        try (Origin origin = Origin.plain(request -> new Answer.Sized(size))) {
            Client.Ended ended = curl("-o", "/dev/null", "-w", "%{size_download}", url(origin, "/"));

            assertThat(ended.out()).isEqualTo(Long.toString(size));
        }
    }

    @Test
    void breaksItsPromisesWhenToldTo() {
        try (Origin origin = Origin.plain(OriginTest::misbehave)) {
            assertThat(curl(url(origin, "/cut")).exit()).isEqualTo(18);
            assertThat(curl(url(origin, "/close")).exit()).isEqualTo(52);
            assertThat(curl("--http0.9", url(origin, "/raw")).out()).isEqualTo("not http");
            origin.awaitClosed(3, SOON);
        }
    }

    @Test
    void leavesClientsHangingWhenToldTo() {
        try (Origin origin = Origin.plain(OriginTest::misbehave)) {
            try (Client silence = start(url(origin, "/silence"));
                    Client stalled = start(url(origin, "/stalled"));
                    Client endless = start(url(origin, "/endless"))) {
                assertThat(stalled.awaitOutput(text -> text.equals("begun"), SOON))
                        .isEqualTo("begun");
                assertThat(endless.awaitOutput(text -> text.length() > 100_000, SOON))
                        .hasSizeGreaterThan(100_000);
                origin.awaitReceived(3, SOON);
                assertThat(origin.openConnections()).isEqualTo(3);
                assertThat(silence.errorSoFar()).isEmpty();
            }
            origin.awaitClosed(3, SOON);
        }
    }

    @Test
    void sendsHeadsWithoutBodies() {
        try (Origin origin = Origin.plain(request -> Answer.text(200, "unseen"))) {
            assertThat(curl("--head", url(origin, "/")).out())
                    .containsIgnoringCase("content-length: 6")
                    .doesNotContain("unseen");
        }
    }

    @Test
    void answersBeforeTheBodyHasCome() {
        OriginScript early = OriginScript.atHead(request -> Answer.text(413, "too much"));
        try (Origin origin = Origin.plain(early)) {
            Client.Ended ended = curl("-H", "Expect:", "--data-binary", "@/proc/cpuinfo", url(origin, "/"));

            assertThat(ended.out()).isEqualTo("too much");
            assertThat(origin.received().get(0).bodyBytes()).isZero();
        }
    }

    private static Answer misbehave(ReceivedRequest request) {
        return switch (request.target()) {
            case "/cut" -> new Answer.Cut(100, "short");
            case "/close" -> new Answer.Close();
            case "/silence" -> new Answer.Silence();
            case "/stalled" -> new Answer.Stalled("begun");
            case "/raw" -> new Answer.Raw("not http", true);
            case "/endless" -> new Answer.Endless();
            default -> Answer.text(404, "");
        };
    }

    private Client.Ended curl(String... arguments) {
        try (Client client = start(arguments)) {
            return client.await(SOON);
        }
    }

    private Client start(String... arguments) {
        List<String> command = new ArrayList<>(List.of(require("curl").toString(), "-q", "-sS", "--no-buffer"));
        command.addAll(List.of(arguments));
        return Client.start(folder, Map.of(), command);
    }

    private static String url(Origin origin, String target) {
        return "http://" + origin.hostPort() + target;
    }
}
