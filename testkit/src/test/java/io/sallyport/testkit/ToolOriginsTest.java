package io.sallyport.testkit;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The origins that real tools talk to, each with its tool. */
class ToolOriginsTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void gitClonesAndPushesOverTls() throws IOException {
        String git = require("git").toString();
        Path root = Files.createDirectory(folder.resolve("served"));
        GitRepositories repositories = new GitRepositories(Path.of(git), root);
        repositories.create("sample", Map.of("README", "one\n"));
        TestCa ca = TestCa.create("test ca", InstantSource.system());
        Path pem = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        Map<String, String> trust = Map.of("GIT_SSL_CAINFO", pem.toString(), "GIT_TERMINAL_PROMPT", "0");

        try (Origin origin = Origin.tls(ca.leaf("127.0.0.1"), repositories)) {
            String url = "https://" + origin.hostPort() + "/sample.git";
            run(folder, trust, git, "clone", "--quiet", url, "copy");
            Path copy = folder.resolve("copy");
            assertThat(copy.resolve("README")).hasContent("one\n");
            Files.writeString(copy.resolve("README"), "two\n".repeat(50_000));
            run(copy, trust, git, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qam", "second");
            run(copy, trust, git, "push", "--quiet", "origin", "main");
        }

        assertThat(repositories.subjects("sample", "main")).containsExactly("second", "first");
    }

    @Test
    void pipInstallsAWheel() {
        String python = require("python3").toString();
        require("pip");
        try (Origin origin = Origin.plain(new PackageIndex("http", List.of("tinypack"), List.of()))) {
            String index = "http://" + origin.hostPort() + "/simple/";
            Path target = folder.resolve("site");
            run(
                    folder,
                    Map.of(),
                    python,
                    "-m",
                    "pip",
                    "--isolated",
                    "install",
                    "--quiet",
                    "--no-cache-dir",
                    "--target",
                    target.toString(),
                    "--index-url",
                    index,
                    "tinypack");

            Client.Ended ended = run(
                    folder,
                    Map.of("PYTHONPATH", target.toString()),
                    python,
                    "-c",
                    "import tinypack; print(tinypack.GREETING)");
            assertThat(ended.out()).isEqualTo("hello from tinypack\n");
        }
    }

    @Test
    void npmInstallsAPackage() throws IOException {
        String npm = require("npm").toString();
        String node = require("node").toString();
        Files.writeString(folder.resolve("package.json"), "{}");
        try (Origin origin = Origin.plain(new PackageIndex("http", List.of(), List.of("tinymod")))) {
            String registry = "--registry=http://" + origin.hostPort() + "/";
            run(folder, Map.of(), npm, "install", registry, "--no-audit", "--no-fund", "tinymod");

            Client.Ended ended = run(folder, Map.of(), node, "-e", "console.log(require('tinymod'))");
            assertThat(ended.out()).isEqualTo("hello from tinymod\n");
        }
    }

    private static Client.Ended run(Path folder, Map<String, String> environment, String... command) {
        Client.Ended ended = Client.run(folder, environment, SOON, List.of(command));
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
        return ended;
    }
}
