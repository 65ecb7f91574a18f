package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.PackageIndex;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ordinary clients, unchanged, through a tunnel and in absolute form, let through and refused. */
class RealClientsTest {
    private static final TestCa CA = TestCa.create("test ca", InstantSource.system());
    private static final TestCa.Leaf LEAF = CA.leaf("yes.test", "no.test");
    private static final OriginScript HELLO = request -> Answer.text(200, "hello from " + request.header("host"));

    @TempDir
    Path folder = Path.of("");

    private Map<String, String> trust = Map.of();

    @BeforeEach
    void trust() throws IOException {
        String pem = Files.writeString(folder.resolve("ca.pem"), CA.pem()).toString();
        trust = Map.of(
                "CURL_CA_BUNDLE", pem,
                "GIT_SSL_CAINFO", pem,
                "PIP_CERT", pem,
                "NODE_EXTRA_CA_CERTS", pem,
                "SSL_CERT_FILE", pem,
                "GIT_TERMINAL_PROMPT", "0");
    }

    private final List<Origin> origins = new ArrayList<>();

    @AfterEach
    void closeOrigins() {
        origins.forEach(Origin::close);
    }

    @Test
    void curl() throws IOException, StartException {
        require("curl");
        try (Rig rig = rig(HELLO)) {
            Map<String, String> variables = granted(rig);
            assertThat(rig.curl(variables, "https://yes.test/")).isEqualTo("200 200");
            assertThat(rig.curl(variables, "http://yes.test/")).isEqualTo("200 000");
            assertThat(rig.curl(variables, "https://no.test/")).isEqualTo("000 403");
            assertThat(rig.curl(variables, "http://no.test/")).isEqualTo("403 000");
            assertThat(seen()).isEqualTo(2);
        }
    }

    @Test
    void curlUploadsAndDownloadsWhole() throws IOException, StartException {
        require("curl");
        byte[] sent = new byte[3_000_000];
        new Random(7).nextBytes(sent);
        Path upload = Files.write(folder.resolve("upload"), sent);
        try (Rig rig = rig(request -> Answer.bytes("application/octet-stream", request.body()))) {
            Map<String, String> variables = granted(rig);
            for (String scheme : List.of("http", "https")) {
                Path download = folder.resolve("download-" + scheme);
                Client.Ended ended = rig.run(
                        variables,
                        "curl",
                        "-sS",
                        "--data-binary",
                        "@" + upload,
                        "-o",
                        download.toString(),
                        scheme + "://yes.test/echo");
                assertThat(ended.exit()).as(ended.err()).isZero();
                assertThat(Files.mismatch(upload, download)).isEqualTo(-1);
            }
        }
    }

    @Test
    void gitClonesAndPushes() throws IOException, StartException {
        Path git = require("git");
        var repositories = new GitRepositories(git, Files.createDirectory(folder.resolve("served")));
        repositories.create("sample", Map.of("README", "one\n"));
        try (Rig rig = rig(repositories)) {
            Map<String, String> variables = granted(rig);
            clonesAndPushes(rig, variables, repositories, "https");
            clonesAndPushes(rig, variables, repositories, "http");
            Map<String, String> words =
                    Map.of("https", "tunnel failed, response 403", "http", "remote error: sallyport: no_grant: ");
            for (var word : words.entrySet()) {
                String repository = word.getKey() + "://no.test/sample.git";
                Client.Ended refused = rig.run(variables, "git", "clone", repository, "refused");
                assertThat(refused.exit()).isNotZero();
                assertThat(refused.err()).contains(word.getValue());
            }
            assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("no_grant");
        }
    }

    private void clonesAndPushes(Rig rig, Map<String, String> variables, GitRepositories repositories, String scheme)
            throws IOException {
        String copy = folder.resolve("copy-" + scheme).toString();
        ends(rig.run(variables, "git", "clone", "--quiet", scheme + "://yes.test/sample.git", copy));
        Files.writeString(Path.of(copy, "README"), scheme + "\n".repeat(50_000));
        ends(rig.run(
                variables,
                "git",
                "-C",
                copy,
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@localhost",
                "commit",
                "-qam",
                "by " + scheme));
        ends(rig.run(variables, "git", "-C", copy, "push", "--quiet", "origin", "main"));
        assertThat(repositories.subjects("sample", "main").getFirst()).isEqualTo("by " + scheme);
    }

    @Test
    void pipInstalls() throws IOException, StartException {
        require("python3");
        require("pip");
        try (Rig rig = rig(new PackageIndex("http", List.of("tinypack"), List.of()))) {
            Map<String, String> variables = granted(rig);
            for (String scheme : List.of("https", "http")) {
                ends(pip(rig, variables, scheme + "://yes.test/simple/", scheme));
                assertThat(folder.resolve(scheme).resolve("tinypack/__init__.py"))
                        .exists();
                Client.Ended refused = pip(rig, variables, scheme + "://no.test/simple/", "refused");
                assertThat(refused.exit()).isNotZero();
                assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("no_grant");
            }
        }
    }

    private Client.Ended pip(Rig rig, Map<String, String> variables, String index, String target) {
        return rig.run(
                variables,
                "python3",
                "-m",
                "pip",
                "install",
                "--quiet",
                "--retries",
                "0",
                "--no-cache-dir",
                "--target",
                folder.resolve(target).toString(),
                "--trusted-host",
                "yes.test",
                "--trusted-host",
                "no.test",
                "--index-url",
                index,
                "tinypack");
    }

    @Test
    void npmInstalls() throws IOException, StartException {
        require("node");
        require("npm");
        for (String scheme : List.of("https", "http")) {
            try (Rig rig = rig(new PackageIndex(scheme, List.of(), List.of("tinymod")))) {
                Map<String, String> variables = granted(rig);
                ends(npm(rig, variables, scheme + "://yes.test/", scheme));
                assertThat(folder.resolve(scheme).resolve("node_modules/tinymod/index.js"))
                        .exists();
                Client.Ended refused = npm(rig, variables, scheme + "://no.test/", "refused");
                assertThat(refused.exit()).isNotZero();
                assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("no_grant");
            }
        }
    }

    private Client.Ended npm(Rig rig, Map<String, String> variables, String registry, String prefix) {
        return rig.run(
                variables,
                "npm",
                "install",
                "--registry=" + registry,
                "--prefix",
                folder.resolve(prefix).toString(),
                "--cache",
                folder.resolve("npm-" + prefix).toString(),
                "--fetch-retries=0",
                "--no-audit",
                "--no-fund",
                "tinymod");
    }

    @Test
    void goFetches() throws IOException, StartException {
        require("go");
        Path program = Files.writeString(folder.resolve("fetch.go"), """
                package main

                import (
                	"fmt"
                	"io"
                	"net/http"
                	"os"
                )

                func main() {
                	for _, url := range os.Args[1:] {
                		answer, err := http.Get(url)
                		if err != nil {
                			fmt.Println("error:", err)
                			continue
                		}
                		body, _ := io.ReadAll(answer.Body)
                		fmt.Println(answer.StatusCode, string(body[:5]))
                	}
                }
                """);
        try (Rig rig = rig(HELLO)) {
            var variables = new HashMap<>(granted(rig));
            variables.put(
                    "GOCACHE",
                    Path.of(System.getProperty("user.home"), ".cache", "go-build")
                            .toString());
            variables.put("GOTOOLCHAIN", "local");
            Client.Ended ended = rig.run(
                    variables,
                    "go",
                    "run",
                    program.toString(),
                    "https://yes.test/",
                    "http://yes.test/",
                    "https://no.test/",
                    "http://no.test/");
            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(ended.out().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).isEqualTo("200 hello"),
                            line -> assertThat(line).isEqualTo("200 hello"),
                            line -> assertThat(line).startsWith("error:").contains("no_grant"),
                            line -> assertThat(line).startsWith("403 {\"err"));
        }
    }

    private Rig rig(OriginScript script) throws IOException, StartException {
        Origin secure = Origin.tls(LEAF, script);
        Origin plain = Origin.plain(script);
        origins.add(secure);
        origins.add(plain);
        return Rig.start(
                Files.createTempDirectory(folder, "rig"),
                Map.of(
                        "yes.test:443", secure.hostPort(),
                        "yes.test:80", plain.hostPort(),
                        "no.test:443", secure.hostPort(),
                        "no.test:80", plain.hostPort()));
    }

    private Map<String, String> granted(Rig rig) throws IOException {
        var variables = new HashMap<>(rig.grant(Rig.SB, "https://yes.test/**", "http://yes.test/**"));
        variables.putAll(trust);
        return variables;
    }

    private int seen() {
        return origins.stream().mapToInt(origin -> origin.received().size()).sum();
    }

    private static void ends(Client.Ended ended) {
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }
}
