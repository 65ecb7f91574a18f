package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.ReceivedRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a server that speaks git may try; each is refused, and nothing of what it said is repeated. */
@Execution(ExecutionMode.CONCURRENT)
class HostileGitTest {
    private static final String ID = "1".repeat(40);
    private static final String URL = FetchFixture.PREFIX + "skills/a#sha256=" + "0".repeat(64);
    private static final String V2 = pkt("# service=git-upload-pack\n") + "0000" + pkt("version 2\n")
            + pkt("agent=git/2\n") + pkt("ls-refs\n") + pkt("fetch=shallow filter\n") + "0000";

    @TempDir
    private Path directory = Path.of("");

    private final Options options = new Options();

    private record Told(int status, String body, String audit, int asked) {}

    private Told ask(OriginScript server) throws Exception {
        try (Origin origin = Origin.plain(server)) {
            options.forge.wrap(_ -> Answer.text(403, "{}"));
            options.git = "http://git.test/";
            options.gitPort = origin.port();
            try (var fixture = new FetchFixture(directory, options)) {
                HttpResponse<String> answer = fixture.fetch(URL);
                assertThat(fixture.allowance.taken()).isZero();
                assertThat(FetchFixture.below(fixture.sandbox())).containsExactly("");
                return new Told(
                        answer.statusCode(),
                        answer.body(),
                        fixture.auditLines().getFirst(),
                        origin.received().size());
            }
        }
    }

    private static String pkt(String line) {
        return String.format("%04x", line.getBytes(UTF_8).length + 4) + line;
    }

    private static Answer advertisement(String body) {
        return Answer.bytes("application/x-git-upload-pack-advertisement", Bytes.of(body));
    }

    /** A server of version 2 with one branch, which answers a fetch by {@code pack} in a side band. */
    private static OriginScript answering(byte[] pack) {
        return request -> {
            if (request.method().equals("GET")) {
                return advertisement(V2);
            }
            var out = new ByteArrayOutputStream();
            if (body(request).contains("ls-refs")) {
                out.writeBytes((pkt(ID + " refs/heads/main\n") + "0000").getBytes(UTF_8));
            } else {
                out.writeBytes(pkt("packfile\n").getBytes(UTF_8));
                out.writeBytes(String.format("%04x", pack.length + 5).getBytes(UTF_8));
                out.write(1);
                out.writeBytes(pack);
                out.writeBytes("0000".getBytes(UTF_8));
            }
            return Answer.bytes("application/x-git-upload-pack-result", Bytes.of(out.toByteArray()));
        };
    }

    private static String body(ReceivedRequest request) {
        if (request.header("Content-Encoding") == null) {
            return request.body().text();
        }
        try (var plain =
                new GZIPInputStream(new ByteArrayInputStream(request.body().toArray()))) {
            return new String(plain.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] pack(int objects) throws Exception {
        var out = new ByteArrayOutputStream();
        out.writeBytes("PACK".getBytes(UTF_8));
        out.writeBytes(new byte[] {0, 0, 0, 2});
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write(objects >>> shift);
        }
        out.writeBytes(MessageDigest.getInstance("SHA-1").digest(out.toByteArray()));
        return out.toByteArray();
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        Told told = ask(_ -> Answer.redirect("http://git.test/elsewhere/info/refs?service=git-upload-pack"));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("the API: the forge answered 403; git: the forge answered 302");
        assertThat(told.asked).isEqualTo(1);
    }

    @Test
    void aChallengeIsNotMet() throws Exception {
        Told told = ask(_ -> new Answer.Whole(401, Map.of("www-authenticate", "Basic realm=\"x\""), Bytes.of("")));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.asked).isEqualTo(1);
    }

    @Test
    void aServerThatSpeaksNoGitIsNotWalked() throws Exception {
        Told told = ask(_ -> Answer.text(200, ID + "\trefs/heads/main\n"));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("no git over HTTP is spoken there");
        assertThat(told.asked).isEqualTo(1);
    }

    @Test
    void anAnswerWithoutEndEndsAtTheBound() throws Exception {
        Told told = ask(_ -> new Answer.Endless());
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("longer than 67108864 bytes");
    }

    @Test
    void aServerThatIsSilentIsGivenUp() throws Exception {
        options.bounds = new FetchBounds(10, 1 << 20, 200, Duration.ofMillis(700));
        assertThat(ask(_ -> new Answer.Silence()).status).isEqualTo(502);
    }

    @Test
    void aServerThatStopsInAPackIsGivenUp() throws Exception {
        options.bounds = new FetchBounds(10, 1 << 20, 200, Duration.ofMillis(1500));
        OriginScript until = answering(pack(0));
        Told told =
                ask(request -> request.method().equals("POST") && !body(request).contains("ls-refs")
                        ? new Answer.Stalled(pkt("packfile\n"))
                        : until.answer(request));
        assertThat(told.status).isEqualTo(502);
    }

    @Test
    void aMillionBranchesAreTooMany() throws Exception {
        options.bounds = new FetchBounds(10, 1 << 20, 200, FetchBounds.DEFAULT.time());
        var refs = new StringBuilder(pkt("# service=git-upload-pack\n") + "0000");
        refs.append(pkt(ID + " HEAD\0multi_ack_detailed side-band-64k shallow filter\n"));
        for (int i = 0; i < 1_000_000; i++) {
            refs.append(pkt(ID + " refs/heads/b" + i + "\n"));
        }
        Told told = ask(_ -> advertisement(refs + "0000"));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("longer than");
    }

    @Test
    void namesWithControlCharactersAreRepeatedNowhere() throws Exception {
        String evil = "\u001b[31mEVIL\u0007";
        Told told = ask(_ -> advertisement(pkt("# service=git-upload-pack\n") + "0000"
                + pkt(ID + " refs/heads/" + evil + "\0side-band-64k multi_ack_detailed\n") + "0000"));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("no branch and no tag").doesNotContain("EVIL");
        assertThat(told.body).doesNotContain("EVIL");
    }

    @Test
    void whatAServerSaysInAnErrorIsEscapedInTheAuditAndNotTold() throws Exception {
        String evil = "ERR \u001b[31mEVIL\u0007\n";
        Told told = ask(request -> request.method().equals("GET")
                ? advertisement(pkt("# service=git-upload-pack\n") + "0000" + pkt(evil))
                : Answer.text(500, ""));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.body).isEqualTo("{\"error\":\"failed to fetch skill directory\"}\n");
        assertThat(told.audit).doesNotContain("\u001b", "\\u001b");
    }

    @Test
    void aPackThatClaimsBillionsOfObjectsTakesNoMemory() throws Exception {
        Told told = ask(answering(pack(0x7fff_ffff)));
        assertThat(told.status).as(told.audit).isEqualTo(422);
        assertThat(told.body).contains("more than 200000 objects");
    }

    @Test
    void anObjectThatDoesNotComeCannotBeReplaced() throws Exception {
        Told told = ask(answering(pack(0)));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("git: ").doesNotContain("advertisement line");
    }

    @Test
    void aPackThatIsCutOrGarbageIsRefused() throws Exception {
        Told told = ask(answering("PACKgarbage of no use at all".getBytes(UTF_8)));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.audit).contains("git: ").doesNotContain("advertisement line");
    }
}
