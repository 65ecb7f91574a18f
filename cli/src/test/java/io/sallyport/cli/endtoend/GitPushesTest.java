package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** git's pushes under rules that keep history, refs, tags and {@code main}: what passes, and what the client prints. */
class GitPushesTest {
    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "no-force", "message": "pushes do not rewrite history"} if {
                some ref in input.net.git.refs
                not ref.create
                not ref.delete
                not ref.fast_forward
            }

            deny contains {"rule": "no-delete", "message": "refs stay"} if {
                some ref in input.net.git.refs
                ref.delete
            }

            deny contains {"rule": "main", "message": "main is closed"} if {
                some ref in input.net.git.refs
                ref.name == "refs/heads/main"
            }
            """;
    private static final String ZEROS = "0".repeat(40);

    @TempDir
    Path folder = Path.of("");

    private Path copy = Path.of("");

    @BeforeEach
    void nameCopy() {
        copy = folder.resolve("copy");
    }

    private EnvSandbox sandbox(GitRepositories repositories) throws Exception {
        EnvSandbox sandbox = EnvSandbox.start(folder, repositories, "https://yes.test/**");
        sandbox.grantUnder(Files.writeString(folder.resolve("pushes.rego"), REGO), "https://yes.test/**");
        EnvSandbox.ends(sandbox.run("git", "clone", "--quiet", "https://yes.test/app.git", copy.toString()));
        return sandbox;
    }

    private GitRepositories repositories() throws Exception {
        var repositories = new GitRepositories(require("git"), Files.createDirectory(folder.resolve("served")));
        repositories.create("app", Map.of("a.txt", "a"));
        return repositories;
    }

    private Client.Ended git(EnvSandbox sandbox, String... arguments) {
        var command = new ArrayList<>(List.of("git", "-C", copy.toString()));
        command.addAll(List.of("-c", "user.name=test", "-c", "user.email=test@localhost"));
        command.addAll(List.of(arguments));
        return sandbox.run(command.toArray(String[]::new));
    }

    private void commits(EnvSandbox sandbox, String... arguments) {
        var command = new ArrayList<>(List.of("commit", "--quiet", "--allow-empty"));
        command.addAll(List.of(arguments));
        EnvSandbox.ends(git(sandbox, command.toArray(String[]::new)));
    }

    private void pushes(EnvSandbox sandbox, String... arguments) {
        EnvSandbox.ends(push(sandbox, arguments));
    }

    private Client.Ended push(EnvSandbox sandbox, String... arguments) {
        var command = new ArrayList<>(List.of("push"));
        command.addAll(List.of(arguments));
        return git(sandbox, command.toArray(String[]::new));
    }

    private void isRefused(EnvSandbox sandbox, String message, String... arguments) {
        Client.Ended pushed = push(sandbox, arguments);
        assertThat(pushed.exit()).as("%s", List.of(arguments)).isNotZero();
        assertThat(pushed.err())
                .as("%s", List.of(arguments))
                .contains("sallyport: guardrail", message)
                .containsPattern("; audit [0-9A-Za-z-]+");
    }

    /** A pack of no objects, which a push of known commits has (gitformat-pack(5)). */
    private static byte[] emptyPack() throws Exception {
        byte[] head = {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 0, 0};
        byte[] digest = MessageDigest.getInstance("SHA-1").digest(head);
        return ByteBuffer.allocate(head.length + digest.length)
                .put(head)
                .put(digest)
                .array();
    }

    private static String refs(GitRepositories repositories) {
        return repositories.inServed("app", "for-each-ref");
    }

    @Test
    void branchesGrowAndAreNotRewrittenByAnySpellingOfForce() throws Exception {
        GitRepositories repositories = repositories();
        try (EnvSandbox sandbox = sandbox(repositories)) {
            commits(sandbox, "-m", "one");
            pushes(sandbox, "origin", "HEAD:refs/heads/topic");
            commits(sandbox, "-m", "two");
            pushes(sandbox, "--force", "origin", "HEAD:refs/heads/topic");
            commits(sandbox, "-m", "three");
            pushes(sandbox, "--force-with-lease", "origin", "HEAD:refs/heads/topic");
            EnvSandbox.ends(git(sandbox, "fetch", "--quiet", "origin"));
            commits(sandbox, "--amend", "-m", "rewritten");
            String before = refs(repositories);
            String history = "pushes do not rewrite history";
            isRefused(sandbox, history, "--force", "origin", "HEAD:refs/heads/topic");
            isRefused(sandbox, history, "--force-with-lease", "origin", "HEAD:refs/heads/topic");
            isRefused(sandbox, history, "origin", "+HEAD:refs/heads/topic");
            isRefused(sandbox, history, "--force", "origin", "HEAD~2:refs/heads/topic");
            isRefused(sandbox, history, "--force", "origin", "origin/main:refs/heads/topic");
            assertThat(refs(repositories)).isEqualTo(before);
        }
    }

    @Test
    void aRefIsNotDeletedSoThatNobodyMakesItAnew() throws Exception {
        GitRepositories repositories = repositories();
        try (EnvSandbox sandbox = sandbox(repositories)) {
            commits(sandbox, "-m", "one");
            pushes(sandbox, "origin", "HEAD:refs/heads/topic");
            String before = refs(repositories);
            isRefused(sandbox, "refs stay", "origin", ":refs/heads/topic");
            isRefused(sandbox, "refs stay", "--delete", "origin", "topic");
            isRefused(sandbox, "refs stay", "--prune", "origin", "refs/heads/none*:refs/heads/top*");
            commits(sandbox, "--amend", "-m", "rewritten");
            assertThat(push(sandbox, "origin", "HEAD:refs/heads/topic").exit()).isNotZero();
            assertThat(refs(repositories)).isEqualTo(before);
        }
    }

    @Test
    void tagsAreMadeAndNotMovedToOtherHistory() throws Exception {
        GitRepositories repositories = repositories();
        try (EnvSandbox sandbox = sandbox(repositories)) {
            EnvSandbox.ends(git(sandbox, "tag", "light"));
            EnvSandbox.ends(git(sandbox, "tag", "-a", "-m", "one", "annotated"));
            pushes(sandbox, "--tags", "origin");
            String before = refs(repositories);
            commits(sandbox, "--amend", "-m", "rewritten");
            EnvSandbox.ends(git(sandbox, "tag", "-f", "light"));
            EnvSandbox.ends(git(sandbox, "tag", "-f", "-a", "-m", "two", "annotated"));
            isRefused(sandbox, "pushes do not rewrite history", "-f", "origin", "light");
            isRefused(sandbox, "pushes do not rewrite history", "-f", "origin", "annotated");
            isRefused(sandbox, "refs stay", "origin", ":refs/tags/light");
            assertThat(refs(repositories)).isEqualTo(before);
        }
    }

    @Test
    void oneRefusedRefRefusesThePush() throws Exception {
        GitRepositories repositories = repositories();
        try (EnvSandbox sandbox = sandbox(repositories)) {
            commits(sandbox, "-m", "one");
            String before = refs(repositories);
            isRefused(sandbox, "main is closed", "--atomic", "origin", "HEAD:refs/heads/topic", "HEAD:main");
            isRefused(sandbox, "main is closed", "origin", "HEAD:refs/heads/topic", "HEAD:main");
            assertThat(refs(repositories)).isEqualTo(before);
            pushes(sandbox, "--atomic", "origin", "HEAD:refs/heads/topic", "HEAD:refs/heads/other");
            assertThat(repositories.subjects("app", "other")).containsExactly("one", "first");
        }
    }

    /** It counts as a creation, and git's server creates nothing where the ref is there. */
    @Test
    void aForcedPushThatClaimsToCreateTheRefIsRefusedByItsServer() throws Exception {
        require("curl");
        GitRepositories repositories = repositories();
        try (EnvSandbox sandbox = sandbox(repositories)) {
            commits(sandbox, "-m", "one");
            pushes(sandbox, "origin", "HEAD:refs/heads/topic");
            String before = refs(repositories);
            String main = repositories.inServed("app", "rev-parse", "main").strip();
            String command = ZEROS + " " + main + " refs/heads/topic\0report-status";
            String line = "%04x%s0000".formatted(command.length() + 4, command);
            Path body = Files.writeString(folder.resolve("body"), line);
            Files.write(body, emptyPack(), StandardOpenOption.APPEND);
            Client.Ended sent = sandbox.run(
                    "curl",
                    "-sS",
                    "-H",
                    "Content-Type: application/x-git-receive-pack-request",
                    "--data-binary",
                    "@" + body,
                    "https://yes.test/app.git/git-receive-pack");
            assertThat(sent.out()).contains("ng refs/heads/topic").doesNotContain("sallyport");
            assertThat(refs(repositories)).isEqualTo(before);
        }
    }
}
