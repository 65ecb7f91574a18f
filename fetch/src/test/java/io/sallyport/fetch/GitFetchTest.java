package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.fetch.tree.TreeHash;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.LocalForge;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Skills by git over HTTP, from repositories that {@code git http-backend} serves. */
@Execution(ExecutionMode.CONCURRENT)
class GitFetchTest {
    private static final String NAME = "acme/skills";
    private static final String DIRECTORY = "skills/a";
    private static final Map<String, String> FILES = Map.of(
            "README.md",
            "outside\n",
            "skills/a/SKILL.md",
            "# A\n",
            "skills/a/scripts/run.sh",
            "#!/bin/sh\n",
            "skills/ab/x",
            "beside\n");

    @TempDir
    private Path directory = Path.of("");

    private GitRepositories repositories = new GitRepositories(Path.of(""), Path.of(""));
    private final Options options = new Options();

    /** Anew for each fixture, which closes it. */
    private Supplier<LocalForge> forge = () -> LocalForge.plain().wrap(_ -> Answer.text(403, "{}"));

    @BeforeEach
    void serve() throws IOException {
        Path git = RequireTool.require("git");
        repositories = new GitRepositories(git, Files.createDirectory(directory.resolve("served")));
        repositories.create(NAME, FILES);
        options.git = "http://git.test/";
    }

    private String hash() throws IOException {
        return SkillDirectory.read(repositories.work(NAME).resolve(DIRECTORY)) instanceof SkillDirectory.Whole whole
                ? TreeHash.of(whole.entries()).hex()
                : "0".repeat(64);
    }

    private String url(String ref) throws IOException {
        return "https://github.com/" + NAME + "/tree/" + ref + "/" + DIRECTORY + "#sha256=" + hash();
    }

    /** Serves the repositories, asks, and closes. */
    private Told ask(String url) throws Exception {
        try (Origin origin = Origin.plain(repositories)) {
            return ask(url, origin);
        }
    }

    private Told ask(String url, Origin origin) throws Exception {
        options.gitPort = origin.port();
        options.forge.close();
        options.forge = forge.get();
        try (var fixture = new FetchFixture(Files.createTempDirectory(directory, "run"), options)) {
            HttpResponse<String> answer = fixture.fetch(url);
            String line = fixture.auditLines().getFirst();
            List<String> asked = origin.received().stream()
                    .map(each -> each.method() + " " + each.path())
                    .toList();
            return new Told(answer.statusCode(), answer.body(), line, asked, FetchFixture.below(fixture.sandbox()));
        }
    }

    private record Told(int status, String body, String audit, List<String> asked, List<String> landed) {}

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void anApiThatWantsATokenNobodyConfiguredIsGoneRoundByGit(int status) throws Exception {
        forge = () -> LocalForge.plain().wrap(_ -> Answer.text(status, "{}"));
        Told told = ask(url("main"));
        assertThat(told.status).as(told.audit).isEqualTo(200);
        assertThat(told.audit).contains("\"transport\":\"git\"", "\"files\":2");
        assertThat(told.landed).anyMatch(path -> path.endsWith("-a/scripts/run.sh"));
        assertThat(told.landed).noneMatch(path -> path.endsWith("README.md"));
    }

    @Test
    void onlyTheSkillsFilesComeWhereTheServerCanLeaveTheRestOut() throws Exception {
        repositories.inServed(NAME, "config", "uploadpack.allowFilter", "true");
        Told told = ask(url("main"));
        assertThat(told.status).as(told.audit).isEqualTo(200);
        assertThat(told.asked.stream().filter(each -> each.startsWith("POST"))).hasSize(4);
    }

    @Test
    void branchesTagsAndCommitsAreFound() throws Exception {
        repositories.inServed(NAME, "config", "uploadpack.allowFilter", "true");
        repositories.inWork(NAME, "tag", "light");
        repositories.inWork(NAME, "-c", "user.name=t", "-c", "user.email=t@t", "tag", "-a", "-m", "annotated", "v1.0");
        Path served = repositories.work(NAME).resolveSibling("skills.git");
        repositories.inWork(NAME, "push", "--quiet", "--tags", served.toString());
        String commit = repositories.inWork(NAME, "rev-parse", "HEAD").strip();
        String old = url(commit);
        for (String ref : List.of("light", "v1.0", commit)) {
            assertThat(ask(url(ref)).status).as(ref).isEqualTo(200);
        }
        Files.writeString(repositories.work(NAME).resolve(DIRECTORY).resolve("SKILL.md"), "# B\n");
        repositories.commit(NAME, "main");
        assertThat(ask(old).status).as("a commit that no branch names").isEqualTo(200);
        assertThat(ask(url(commit.substring(0, 12))).status).isEqualTo(502);
        assertThat(ask(url("none")).audit).contains("no branch and no tag of that name");
    }

    @Test
    void aSkillOfManyFilesComesByGitThoughTheApiWouldAnswer() throws Exception {
        LocalForge open = LocalForge.plain();
        forge = () -> open;
        for (int i = 0; i < 300; i++) {
            String path = DIRECTORY + "/f" + i;
            Files.writeString(repositories.work(NAME).resolve(path), "file " + i);
            open.file(FetchFixture.REPOSITORY, path, "file " + i);
        }
        repositories.commit(NAME, "main");
        Told told = ask(url("main"));
        assertThat(told.status).as(told.audit).isEqualTo(200);
        assertThat(told.audit).contains("\"transport\":\"git\"", "\"files\":302");
        assertThat(open.calls()).isEqualTo(1);
    }

    @Test
    void aForgeOutOfQuotaIsToldOfAtOnceAndNotGoneRound() throws Exception {
        forge = () -> LocalForge.plain()
                .wrap(_ -> new Answer.Whole(403, Map.of("x-ratelimit-remaining", "0"), Bytes.of("{}")));
        Told told = ask(url("main"));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.asked).isEmpty();
    }

    @Test
    void withACredentialConfiguredTheAnswerOfTheApiStands() throws Exception {
        TestCa ca = TestCa.create("forge CA", InstantSource.system());
        forge = () -> LocalForge.tls(ca.leaf("forge.test")).wrap(_ -> Answer.text(403, "{}"));
        options.api = "https://forge.test";
        options.withCredential = true;
        options.trust = List.of(Files.writeString(directory.resolve("ca.pem"), ca.pem()));
        Told told = ask(url("main"));
        assertThat(told.status).isEqualTo(502);
        assertThat(told.asked).isEmpty();
    }

    @Test
    void gitIsSpokenOverVerifiedTlsAlone() throws Exception {
        TestCa ca = TestCa.create("git CA", InstantSource.system());
        options.git = "https://git.test/";
        options.trust = List.of(Files.writeString(directory.resolve("ca.pem"), ca.pem()));
        try (Origin origin = Origin.tls(ca.leaf("git.test"), repositories)) {
            assertThat(ask(url("main"), origin).status).isEqualTo(200);
        }
        try (Origin origin = Origin.tls(ca.leaf("other.test"), repositories)) {
            Told told = ask(url("main"), origin);
            assertThat(told.status).isEqualTo(502);
            assertThat(told.asked).isEmpty();
        }
    }

    @Test
    void whatItComputesKeepsNoVirtualThreadFromRunning() throws Exception {
        Set<Boolean> virtual = ConcurrentHashMap.newKeySet();
        options.dialing = dialer -> (target, loop, initial, listener) -> {
            if (target.host().text().equals("git.test")) {
                virtual.add(Thread.currentThread().isVirtual());
            }
            return dialer.dial(target, loop, initial, listener);
        };
        assertThat(ask(url("main")).status).isEqualTo(200);
        assertThat(virtual).containsExactly(false);
    }

    @Test
    void whatComesByGitIsReceivedTooTheRepositorysOwnWordsIncluded() throws Exception {
        options.receives = 0;
        Told told = ask(url("main"));
        assertThat(told.status).isEqualTo(429);
        assertThat(told.audit).contains("as many bytes as it may");
        options.receives = 1_000;
        assertThat(ask(url("main")).status).isEqualTo(429);
        options.receives = 100_000;
        assertThat(ask(url("main")).status).isEqualTo(200);
    }

    @Test
    void gitlabComesByGitToo() throws Exception {
        repositories.create("group/sub/skills", FILES);
        options.allowlist = List.of("https://git.corp.test/group/");
        String url = "https://git.corp.test/group/sub/skills/-/tree/main/" + DIRECTORY + "#sha256=" + hash();
        Told told = ask(url);
        assertThat(told.status).as(told.audit).isEqualTo(200);
    }

    @Test
    void nothingOfTheUsersGitIsSentOrRead() throws Exception {
        try (Origin origin = Origin.plain(repositories)) {
            ask(url("main"), origin);
            assertThat(origin.received()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.header("Authorization")).isNull();
                assertThat(request.header("Cookie")).isNull();
                assertThat(request.header("User-Agent")).isEqualTo("sallyport");
            });
        }
        var system = org.eclipse.jgit.util.SystemReader.getInstance();
        // JGit notes there, in memory, what it measured of a file system, once any test has opened a repository on disk
        assertThat(system.getSystemConfig().getSections()).isSubsetOf("filesystem");
        assertThat(system.getUserConfig().getSections()).isSubsetOf("filesystem");
        assertThat(system.getJGitConfig().getSections()).isSubsetOf("filesystem");
        assertThat(system.getenv("HOME")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"SKILL, false", "skills/a/SKILL.md, false", "skills/none, false"})
    void whatIsNoDirectoryIsRefused(String path, boolean served) throws Exception {
        String url = "https://github.com/" + NAME + "/tree/main/" + path + "#sha256=" + hash();
        assertThat(ask(url).status == 200).isEqualTo(served);
    }

    @Test
    void linksAndSubmodulesAreRefusedByName() throws Exception {
        Path skill = repositories.work(NAME).resolve(DIRECTORY);
        Files.createSymbolicLink(skill.resolve("link"), Path.of("/etc/passwd"));
        repositories.commit(NAME, "main");
        assertThat(ask(url("main")).body).contains("a symbolic link: skills/a/link");
        Files.delete(skill.resolve("link"));
        String commit = repositories.inWork(NAME, "rev-parse", "HEAD").strip();
        repositories.inWork(NAME, "rm", "--cached", "--quiet", DIRECTORY + "/link");
        repositories.inWork(
                NAME, "update-index", "--add", "--cacheinfo", "160000," + commit + "," + DIRECTORY + "/sub");
        repositories.inWork(NAME, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "-m", "sub");
        repositories.inWork(
                NAME,
                "push",
                "--quiet",
                repositories.work(NAME).resolveSibling("skills.git").toString(),
                "HEAD:main");
        assertThat(ask(url("main")).body).contains("a submodule: skills/a/sub");
    }

    @Test
    void filesBytesAndObjectsAreBounded() throws Exception {
        options.bounds = new FetchBounds(1, 50L << 20, 200, FetchBounds.DEFAULT.time());
        assertThat(ask(url("main")).body).contains("more than 1 files");
        options.bounds = new FetchBounds(10, 12, 200, FetchBounds.DEFAULT.time());
        assertThat(ask(url("main")).body).contains("skill directory refused");
    }

    @Test
    void aBlobThatUnpacksToMuchIsRefusedBeforeItIsUnpacked() throws Exception {
        Files.write(repositories.work(NAME).resolve(DIRECTORY).resolve("bomb"), new byte[64 << 20]);
        repositories.commit(NAME, "main");
        Told told = ask(url("main"));
        assertThat(told.status).isEqualTo(422);
        assertThat(told.body).contains("an object of more than 52428800 bytes");
    }
}
