package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.LargeFiles;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Git LFS and GitHub's {@code gh}, by the variables of a sandbox whose Rego closes one repository to pushes. */
class ForgeClientsTest {
    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "no-push", "message": "this repository is closed to pushes"} if {
                input.net.git.operation == "push"
                input.net.git.repository == "locked"
            }

            deny contains {"rule": "no-mutation", "message": "queries alone"} if {
                endswith(input.net.path, "/graphql")
                not input.net.graphql.operation == "query"
            }

            deny contains {"rule": "no-write", "message": "reading alone"} if {
                startswith(input.net.path, "/api/v3/")
                not input.net.method == "GET"
            }
            """;
    private static final List<String> AUTHOR = List.of("-c", "user.name=test", "-c", "user.email=test@localhost");

    @TempDir
    Path folder = Path.of("");

    private EnvSandbox sandbox(OriginScript script) throws Exception {
        EnvSandbox sandbox = EnvSandbox.start(folder, script, "https://yes.test/**");
        sandbox.grantUnder(Files.writeString(folder.resolve("forge.rego"), REGO), "https://yes.test/**");
        return sandbox;
    }

    private static Client.Ended git(EnvSandbox sandbox, Path copy, String... arguments) {
        var command = new ArrayList<>(List.of("git", "-C", copy.toString()));
        command.addAll(AUTHOR);
        command.addAll(List.of(arguments));
        return sandbox.run(command.toArray(String[]::new));
    }

    private static void commitLargeFile(EnvSandbox sandbox, Path copy, String text) throws Exception {
        EnvSandbox.ends(git(sandbox, copy, "lfs", "install", "--local"));
        EnvSandbox.ends(git(sandbox, copy, "lfs", "track", "*.bin"));
        Files.writeString(copy.resolve("large.bin"), text);
        EnvSandbox.ends(git(sandbox, copy, "add", "--all"));
        EnvSandbox.ends(git(sandbox, copy, "commit", "--quiet", "-m", "large"));
    }

    @Test
    void largeFilesArePushedAndFetchedWhereThatIsGranted() throws Exception {
        require("git-lfs");
        var repositories = new GitRepositories(require("git"), Files.createDirectory(folder.resolve("served")));
        repositories.create("open", Map.of("a.txt", "a"));
        var files = new LargeFiles("https://yes.test", repositories);
        try (EnvSandbox sandbox = sandbox(files)) {
            Path copy = folder.resolve("copy");
            EnvSandbox.ends(sandbox.run("git", "clone", "--quiet", "https://yes.test/open.git", copy.toString()));
            commitLargeFile(sandbox, copy, "large content");
            EnvSandbox.ends(git(sandbox, copy, "push", "--quiet", "origin", "main"));
            assertThat(files.texts()).containsExactly("large content");
            Path other = folder.resolve("other");
            EnvSandbox.ends(sandbox.run("git", "clone", "--quiet", "https://yes.test/open.git", other.toString()));
            EnvSandbox.ends(git(sandbox, other, "lfs", "install", "--local"));
            EnvSandbox.ends(git(sandbox, other, "lfs", "pull"));
            assertThat(other.resolve("large.bin")).hasContent("large content");
        }
    }

    @Test
    void largeFilesAreNotUploadedToARepositoryThatIsClosedToPushes() throws Exception {
        require("git-lfs");
        var repositories = new GitRepositories(require("git"), Files.createDirectory(folder.resolve("served")));
        repositories.create("locked", Map.of("a.txt", "a"));
        var files = new LargeFiles("https://yes.test", repositories);
        try (EnvSandbox sandbox = sandbox(files)) {
            Path copy = folder.resolve("copy");
            EnvSandbox.ends(sandbox.run("git", "clone", "--quiet", "https://yes.test/locked.git", copy.toString()));
            commitLargeFile(sandbox, copy, "large content");
            Client.Ended uploaded = git(sandbox, copy, "lfs", "push", "--all", "origin");
            assertThat(uploaded.exit()).isNotZero();
            assertThat(files.texts()).isEmpty();
            Client.Ended pushed = git(sandbox, copy, "push", "origin", "main");
            assertThat(pushed.exit()).isNotZero();
            assertThat(pushed.err()).contains("this repository is closed to pushes");
            assertThat(repositories.subjects("locked", "main")).containsExactly("first");
            EnvSandbox.ends(git(sandbox, copy, "lfs", "fetch", "origin"));
        }
    }

    /** The server of a repository names where its large files go, which is a request to that host like any other. */
    @Test
    void largeFilesGoToAnotherHostOnlyWhereThatIsGranted() throws Exception {
        require("git-lfs");
        var repositories = new GitRepositories(require("git"), Files.createDirectory(folder.resolve("served")));
        repositories.create("open", Map.of("a.txt", "a"));
        var files = new LargeFiles("https://files.test", repositories);
        try (EnvSandbox sandbox = sandbox(files)) {
            Path copy = folder.resolve("copy");
            EnvSandbox.ends(sandbox.run("git", "clone", "--quiet", "https://yes.test/open.git", copy.toString()));
            commitLargeFile(sandbox, copy, "large content");
            Client.Ended refused = git(sandbox, copy, "push", "origin", "main");
            assertThat(refused.exit()).isNotZero();
            assertThat(files.texts()).isEmpty();
            assertThat(repositories.subjects("open", "main")).containsExactly("first");
            assertThat(sandbox.rig().lastRequest().path("host").asString()).isEqualTo("files.test");

            sandbox.grantUnder(folder.resolve("forge.rego"), "https://yes.test/**", "https://files.test/**");
            EnvSandbox.ends(git(sandbox, copy, "push", "--quiet", "origin", "main"));
            assertThat(files.texts()).containsExactly("large content");
        }
    }

    @Test
    void ghReadsAndDoesNotWrite() throws Exception {
        require("gh");
        try (EnvSandbox sandbox = sandbox(ForgeClientsTest::api)) {
            Map<String, String> variables = Map.of(
                    "GH_HOST", "yes.test",
                    "GH_ENTERPRISE_TOKEN", "secret",
                    "GH_CONFIG_DIR", folder.resolve("gh").toString(),
                    "GH_NO_UPDATE_NOTIFIER", "1");
            assertThat(EnvSandbox.ends(sandbox.run(variables, "gh", "api", "repos/acme/app"))
                            .out())
                    .isEqualTo("{\"name\":\"app\"}");
            assertThat(EnvSandbox.ends(sandbox.run(variables, "gh", "api", "graphql", "-f", "query={viewer{login}}"))
                            .out())
                    .contains("acme");
            Client.Ended written = sandbox.run(variables, "gh", "api", "repos/acme/app/issues", "-f", "title=x");
            assertThat(written.exit()).isNotZero();
            assertThat(written.out() + written.err()).contains("reading alone");
            Client.Ended changed =
                    sandbox.run(variables, "gh", "api", "graphql", "-f", "query=mutation{deleteIssue{id}}");
            assertThat(changed.exit()).isNotZero();
            assertThat(changed.out() + changed.err()).contains("queries alone");
        }
    }

    private static Answer api(ReceivedRequest request) {
        String body = request.path().equals("/api/graphql")
                ? "{\"data\":{\"viewer\":{\"login\":\"acme\"}}}"
                : "{\"name\":\"app\"}";
        return Answer.bytes("application/json", Bytes.of(body));
    }
}
