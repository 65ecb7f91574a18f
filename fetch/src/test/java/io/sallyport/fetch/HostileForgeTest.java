package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import io.sallyport.model.Sha256;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.LocalForge;
import io.sallyport.testkit.TestCa;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a forge, or who writes to it, may try; each refusal leaves nothing behind. */
@Execution(ExecutionMode.CONCURRENT)
class HostileForgeTest {
    private static final Map<String, String> PLAIN = Map.of("SKILL.md", "# A\n");
    private static final String DIRECTORY = "skills/a";

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "link, skills/a/link, symlink, a symbolic link: skills/a/link",
        "sub, skills/a/sub, submodule, a submodule: skills/a/sub",
        "odd, skills/a/odd, fifo, an entry of an unknown type: skills/a/odd",
        "a, skills/a, dir, an entry outside the directory: skills/a",
        "passwd, etc/passwd, file, an entry outside the directory: etc/passwd",
        "x, skills/ab/x, file, an entry outside the directory: skills/ab/x",
        "x, skills/a/../../x, file, a dot segment: skills/a/../../x",
        "x, skills/a//x, file, an absolute path or an empty name: skills/a//x",
        "config, skills/a/.git/config, file, a .git directory: skills/a/.git/config",
        "x, skills/a/d/x, file, an entry that is not where it was listed: skills/a/d/x",
        "SKILL.md, skills/a/SKILL.md, file, a file that is named twice: SKILL.md"
    })
    void oneBadEntryRefusesTheWholeSkill(String name, String path, String type, String why) throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            List<String> before = FetchFixture.below(fixture.cache());
            fixture.forge.list(FetchFixture.REPOSITORY, DIRECTORY, name, path, type);
            HttpResponse<String> answer = fixture.fetch(url);
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).isEqualTo("{\"error\":\"skill directory refused: " + why + "\"}\n");
            assertThat(FetchFixture.below(fixture.cache())).isEqualTo(before);
            assertThat(FetchFixture.below(fixture.sandbox())).containsExactly("");
            assertThat(fixture.allowance.taken()).isZero();
        }
    }

    @Test
    void aFileThatTurnsOutToBeALinkIsRefused() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            fixture.forge.answer(
                    FetchFixture.REPOSITORY,
                    "skills/a/SKILL.md",
                    json("{\"type\":\"symlink\",\"target\":\"/etc/passwd\"}"));
            assertThat(fixture.fetch(url).body()).contains("a symbolic link: skills/a/SKILL.md");
        }
    }

    @Test
    void aDirectoryWithoutEndEndsAtTheBound() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String path = DIRECTORY;
            for (int level = 0; level < 40; level++) {
                fixture.forge.list(FetchFixture.REPOSITORY, path, "d", path + "/d", "dir");
                path = path + "/d";
            }
            HttpResponse<String> answer = fixture.fetch(fixture.skill("a", PLAIN));
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).contains("levels of directories");
        }
    }

    @Test
    void callsFilesAndBytesAreBounded() throws Exception {
        var options = new Options();
        options.bounds = new FetchBounds(3, 20, 4, Duration.ofSeconds(20));
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(fixture.fetch(fixture.skill("files", Map.of("a", "1", "b", "2", "c", "3", "d", "4")))
                            .body())
                    .contains("more than 3 files");
            assertThat(fixture.fetch(fixture.skill("bytes", Map.of("a", "0123456789", "b", "0123456789x")))
                            .body())
                    .contains("more than 20 bytes");
            assertThat(fixture.fetch(fixture.skill("calls", Map.of("a/x", "1", "b/x", "2", "c/x", "3")))
                            .body())
                    .contains("more than 4 calls");
        }
    }

    @Test
    void aFileWithoutInlineContentIsAskedForRawAndNeverTakenForEmpty() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String big = "x".repeat((1 << 20) + 1);
            assertThat(fixture.fetch(fixture.skill("big", Map.of("SKILL.md", "# A\n", "big.txt", big)))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void otherContentIsRefusedAndNotKept() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            List<String> before = FetchFixture.below(fixture.cache());
            fixture.forge.file(FetchFixture.REPOSITORY, "skills/a/SKILL.md", "# B\n");
            HttpResponse<String> answer = fixture.fetch(url);
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).isEqualTo("{\"error\":\"integrity check failed\"}\n");
            assertThat(FetchFixture.below(fixture.cache())).isEqualTo(before);
        }
    }

    @Test
    void aThrottledForgeIsToldOfAtOnce() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            fixture.forge.answer(
                    FetchFixture.REPOSITORY,
                    DIRECTORY,
                    new Answer.Whole(
                            403,
                            Map.of(
                                    "x-ratelimit-remaining",
                                    "0",
                                    "x-ratelimit-reset",
                                    String.valueOf(FetchFixture.NOW.getEpochSecond() + 90)),
                            Bytes.of("{\"message\":\"secret words of the forge\"}")));
            HttpResponse<String> answer = fixture.fetch(url);
            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(answer.headers().firstValue("retry-after")).hasValue("90");
            assertThat(answer.body()).isEqualTo("{\"error\":\"failed to fetch skill directory\"}\n");
            assertThat(fixture.forge.calls()).isEqualTo(1);
            assertThat(fixture.auditLines().getFirst()).contains("403").doesNotContain("secret words");
        }
    }

    @ParameterizedTest
    @CsvSource({"404", "500", "301", "204"})
    void everyOtherStatusIs502AndTheAuditHasTheTrueOne(int status) throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            fixture.forge.answer(
                    FetchFixture.REPOSITORY,
                    DIRECTORY,
                    new Answer.Whole(status, Map.of("location", "https://evil.test/"), Bytes.of("")));
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
            assertThat(fixture.auditLines().getFirst()).contains("the forge answered " + status);
        }
    }

    @Test
    void cutAndGarbledAnswersAre502() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            List<Answer> hostile = List.of(
                    new Answer.Cut(100, "[{\"name\""),
                    new Answer.Close(),
                    json("not json"),
                    json("[1]"),
                    json("[{\"name\":\"x\"}]"),
                    json("[] []"),
                    new Answer.Raw("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n[]", true),
                    new Answer.Whole(200, Map.of("content-encoding", "gzip"), Bytes.of("[]")));
            for (Answer each : hostile) {
                fixture.forge.answer(FetchFixture.REPOSITORY, DIRECTORY, each);
                assertThat(fixture.fetch(url).statusCode()).as("%s", each).isEqualTo(502);
            }
            fixture.forge.answer(FetchFixture.REPOSITORY, DIRECTORY, json("[]"));
            assertThat(fixture.fetch(url).body()).isEqualTo("{\"error\":\"skill directory contains no files\"}\n");
            fixture.forge.answer(FetchFixture.REPOSITORY, DIRECTORY, json("{\"type\":\"file\"}"));
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(422);
        }
    }

    @Test
    void interimAnswersArePassedOverAndNotWithoutEnd() throws Exception {
        String hint = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n";
        String none = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]";
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", PLAIN);
            fixture.forge.answer(FetchFixture.REPOSITORY, DIRECTORY, new Answer.Raw(hint.repeat(3) + none, false));
            assertThat(fixture.fetch(url).body()).isEqualTo("{\"error\":\"skill directory contains no files\"}\n");
            fixture.forge.answer(FetchFixture.REPOSITORY, DIRECTORY, new Answer.Raw(hint.repeat(200) + none, false));
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
            fixture.forge.answer(
                    FetchFixture.REPOSITORY,
                    DIRECTORY,
                    new Answer.Raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n", false));
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aSilentForgeEndsAtTheBound() throws Exception {
        var options = new Options();
        options.bounds = new FetchBounds(10, 1_000, 10, Duration.ofMillis(300));
        try (var fixture = new FetchFixture(directory, options)) {
            String url = fixture.skill("a", PLAIN);
            fixture.forge.answer(FetchFixture.REPOSITORY, DIRECTORY, new Answer.Silence());
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
            assertThat(fixture.allowance.taken()).isZero();
        }
    }

    @Test
    void oddNamesArriveAsTheyAre() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            Map<String, String> files =
                    Map.of("SKILL.md", "x", "a b/100%.md", "x", "c#1?.md", "x", "c++.md", "x", "ünïcode/文.md", "x");
            Path landed = fixture.landed(fixture.fetch(fixture.skill("odd", files)));
            for (String name : files.keySet()) {
                assertThat(landed.resolve(name)).isRegularFile();
            }
        }
    }

    @Test
    void theJsonOfAFileThatWasListedAsSmallIsNotReadWithoutEnd() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", Map.of("SKILL.md", "# A\n"));
            String json = "{\"type\":\"file\",\"encoding\":\"base64\",\"content\":\"" + "QUFB".repeat(400_000) + "\"}";
            fixture.forge.answer(
                    FetchFixture.REPOSITORY, "skills/a/SKILL.md", Answer.bytes("application/json", Bytes.of(json)));
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(502);
            assertThat(fixture.auditLines().getLast()).contains("longer than 1572864 bytes");
        }
    }

    @Test
    void gitlabIsWalkedInPagesAndItsLinksAreRefused() throws Exception {
        var options = new Options();
        options.allowlist = List.of("https://git.corp.test/group/");
        try (var fixture = new FetchFixture(directory, options)) {
            String repository = "group/sub/skills@main";
            var entries = new ArrayList<TreeEntry>();
            for (int i = 0; i < 150; i++) {
                String path = "d" + i % 3 + "/f" + i + ".md";
                fixture.forge.file(repository, "rust/" + path, "x" + i);
                entries.add(new TreeEntry(new SkillPath(path), Sha256.of(("x" + i).getBytes(UTF_8))));
            }
            String url = "https://git.corp.test/group/sub/skills/-/tree/main/rust#sha256=" + TreeHash.of(entries);
            assertThat(fixture.fetch(url).statusCode()).isEqualTo(200);
            assertThat(fixture.forge.calls()).isEqualTo(152);
            fixture.forge.list(repository, "rust", "link", "rust/link", "symlink");
            String other = url.substring(0, url.length() - 64) + "0".repeat(64);
            assertThat(fixture.fetch(other).body()).contains("a symbolic link: rust/link");
        }
    }

    @Test
    void theCredentialIsShownToTheApiAndRetriedOnceWithout() throws Exception {
        var ca = TestCa.create("forge", InstantSource.system());
        Path roots = Files.writeString(directory.resolve("ca.pem"), ca.pem());
        var options = new Options();
        options.forge = LocalForge.tls(ca.leaf("forge.test")).credential("another");
        options.api = "https://forge.test";
        options.trust = List.of(roots);
        options.withCredential = true;
        try (var fixture = new FetchFixture(directory, options)) {
            assertThat(fixture.fetch(fixture.skill("a", PLAIN)).statusCode()).isEqualTo(200);
            assertThat(fixture.forge.origin().received())
                    .extracting(request -> String.valueOf(request.header("authorization")))
                    .containsExactly("Bearer " + FetchFixture.CREDENTIAL, "null", "null");
            assertThat(String.join("", fixture.auditLines())).doesNotContain(FetchFixture.CREDENTIAL);
        }
    }

    private static Answer json(String body) {
        return new Answer.Whole(200, Map.of("content-type", "application/json"), Bytes.of(body));
    }
}
