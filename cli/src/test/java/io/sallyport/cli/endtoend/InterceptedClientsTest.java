package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.PackageIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ordinary clients whose tunnels are intercepted: configured by the env file alone, with one path permitted and another
 * refused.
 */
class InterceptedClientsTest {
    private static final String OPEN = "https://yes.test/open/x";
    private static final String CLOSED = "https://yes.test/closed/x";
    private static final String GRANT = "https://yes.test/open/**";
    private static final OriginScript HELLO = request -> Answer.text(200, "hello from " + request.header("host"));

    @TempDir
    Path folder = Path.of("");

    @Test
    void curl() throws Exception {
        require("curl");
        try (var sandbox = EnvSandbox.start(folder, HELLO, GRANT)) {
            assertThat(sandbox.run("curl", "-sS", "-w", " %{http_code}", OPEN).out())
                    .isEqualTo("hello from yes.test 200");
            assertThat(sandbox.run("curl", "-sS", "-w", " %{http_code}", CLOSED).out())
                    .contains("\"reason\":\"no_grant\"")
                    .endsWith(" 403");
            sandbox.lookedInto("/closed/x");
        }
    }

    @Test
    void gitClonesFetchesAndPushes() throws Exception {
        Path git = require("git");
        var repositories = new GitRepositories(git, Files.createDirectory(folder.resolve("served")));
        repositories.create("sample", Map.of("README", "one\n"));
        repositories.create("secret", Map.of("README", "two\n"));
        try (var sandbox = EnvSandbox.start(folder, repositories, "https://yes.test/sample.git/**")) {
            String copy = folder.resolve("copy").toString();
            EnvSandbox.ends(sandbox.run("git", "clone", "--quiet", "https://yes.test/sample.git", copy));
            Files.writeString(Path.of(copy, "README"), "more\n".repeat(50_000));
            EnvSandbox.ends(sandbox.run(
                    "git",
                    "-C",
                    copy,
                    "-c",
                    "user.name=t",
                    "-c",
                    "user.email=t@localhost",
                    "commit",
                    "-qam",
                    "second"));
            EnvSandbox.ends(sandbox.run("git", "-C", copy, "push", "--quiet", "origin", "main"));
            EnvSandbox.ends(sandbox.run("git", "-C", copy, "fetch", "--quiet", "origin"));
            assertThat(repositories.subjects("sample", "main").getFirst()).isEqualTo("second");

            Client.Ended refused = sandbox.run("git", "clone", "https://yes.test/secret.git", "refused");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.err()).contains("remote error: sallyport: no_grant: ");
            sandbox.lookedInto("/secret.git/info/refs");
        }
    }

    @Test
    void pipInstalls() throws Exception {
        require("python3");
        require("pip");
        var index = new PackageIndex("https", List.of("tinypack", "secretpack"), List.of());
        String[] grants = {"https://yes.test/simple/tinypack/**", "https://yes.test/files/tinypack/**"};
        try (var sandbox = EnvSandbox.start(folder, index, grants)) {
            EnvSandbox.ends(pip(sandbox, "tinypack"));
            assertThat(folder.resolve("site/tinypack/__init__.py")).exists();
            Client.Ended refused = pip(sandbox, "secretpack");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.out()).contains("403 Client Error: Denied: no_grant");
            sandbox.lookedInto("/simple/secretpack/");
        }
    }

    private Client.Ended pip(EnvSandbox sandbox, String name) {
        return sandbox.run(
                "python3",
                "-m",
                "pip",
                "install",
                "-vvv",
                "--disable-pip-version-check",
                "--retries",
                "0",
                "--no-cache-dir",
                "--target",
                folder.resolve("site").toString(),
                "--index-url",
                "https://yes.test/simple/",
                name);
    }

    @Test
    void pythonsOwnClientFetches() throws Exception {
        require("python3");
        Path program = Files.writeString(folder.resolve("fetch.py"), """
                import sys, urllib.request, urllib.error
                for url in sys.argv[1:]:
                    try:
                        with urllib.request.urlopen(url) as answer:
                            print(answer.status, answer.read().decode())
                    except urllib.error.HTTPError as refused:
                        print(refused.code, refused.reason)
                """);
        try (var sandbox = EnvSandbox.start(folder, HELLO, GRANT)) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("python3", program.toString(), OPEN, CLOSED));
            assertThat(ended.out().lines()).containsExactly("200 hello from yes.test", "403 Denied: no_grant");
            sandbox.lookedInto("/closed/x");
        }
    }

    @Test
    void rubyFetches() throws Exception {
        require("ruby");
        Path program = Files.writeString(folder.resolve("fetch.rb"), """
                require 'net/http'
                ARGV.each do |url|
                  answer = Net::HTTP.get_response(URI(url))
                  puts "#{answer.code} #{answer.message}"
                end
                """);
        try (var sandbox = EnvSandbox.start(folder, HELLO, GRANT)) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("ruby", program.toString(), OPEN, CLOSED));
            assertThat(ended.out().lines()).containsExactly("200 OK", "403 Denied: no_grant");
            sandbox.lookedInto("/closed/x");
        }
    }

    @Test
    void npmInstalls() throws Exception {
        require("node");
        require("npm");
        var index = new PackageIndex("https", List.of(), List.of("tinymod", "secretmod"));
        try (var sandbox = EnvSandbox.start(folder, index, "https://yes.test/tinymod/**")) {
            EnvSandbox.ends(npm(sandbox, "tinymod"));
            assertThat(folder.resolve("modules/node_modules/tinymod/index.js")).exists();
            Client.Ended refused = npm(sandbox, "secretmod");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.err()).contains("403", "no_grant");
            sandbox.lookedInto("/secretmod");
        }
    }

    /** npm requests {@code /@team%2ftinymod}. */
    @Test
    void npmInstallsPackagesOfAScopeWhereAnEncodedSlashIsOne() throws Exception {
        require("node");
        require("npm");
        var index = new PackageIndex("https", List.of(), List.of("@team/tinymod", "@team/secretmod"));
        try (var sandbox = EnvSandbox.startDecodingSlashes(folder, index, "https://yes.test/@team/tinymod/**")) {
            EnvSandbox.ends(npm(sandbox, "@team/tinymod"));
            assertThat(folder.resolve("modules/node_modules/@team/tinymod/index.js"))
                    .exists();
            Client.Ended refused = npm(sandbox, "@team/secretmod");
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.err()).contains("403", "no_grant");
            sandbox.lookedInto("/@team/secretmod");
        }
    }

    private Client.Ended npm(EnvSandbox sandbox, String name) {
        return sandbox.run(
                "npm",
                "install",
                "--registry=https://yes.test/",
                "--prefix",
                folder.resolve("modules").toString(),
                "--cache",
                folder.resolve("npm").toString(),
                "--fetch-retries=0",
                "--no-audit",
                "--no-fund",
                name);
    }

    @Test
    void goFetches() throws Exception {
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
                		fmt.Println(answer.Proto, answer.Status, len(body) > 0)
                	}
                }
                """);
        var own = Map.of(
                "GOCACHE",
                Path.of(System.getProperty("user.home"), ".cache", "go-build").toString(),
                "GOTOOLCHAIN",
                "local");
        try (var sandbox = EnvSandbox.start(folder, HELLO, GRANT)) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run(own, "go", "run", program.toString(), OPEN, CLOSED));
            assertThat(ended.out().lines()).containsExactly("HTTP/2.0 200 OK true", "HTTP/2.0 403 Forbidden true");
            sandbox.lookedInto("/closed/x");
        }
    }

    /** Both clients of the JDK; the program itself provides the proxy's credentials, because no option of Java does. */
    @Test
    void javaFetches() throws Exception {
        require("java");
        Path program = Files.writeString(folder.resolve("Fetch.java"), """
                import java.net.Authenticator;
                import java.net.HttpURLConnection;
                import java.net.PasswordAuthentication;
                import java.net.URI;
                import java.net.http.HttpClient;
                import java.net.http.HttpRequest;
                import java.net.http.HttpResponse.BodyHandlers;

                class Fetch {
                    public static void main(String[] urls) throws Exception {
                        String[] user = URI.create(System.getenv("https_proxy")).getUserInfo().split(":", 2);
                        var ofProxy = new Authenticator() {
                            @Override
                            protected PasswordAuthentication getPasswordAuthentication() {
                                return getRequestorType() == RequestorType.PROXY
                                        ? new PasswordAuthentication(user[0], user[1].toCharArray())
                                        : null;
                            }
                        };
                        Authenticator.setDefault(ofProxy);
                        HttpClient client = HttpClient.newBuilder().authenticator(ofProxy).build();
                        for (String url : urls) {
                            URI uri = URI.create(url);
                            var older = (HttpURLConnection) uri.toURL().openConnection();
                            System.out.println(older.getResponseCode() + " " + older.getResponseMessage());
                            var answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
                            System.out.println(answer.version() + " " + answer.statusCode() + " " + answer.body());
                        }
                    }
                }
                """);
        try (var sandbox = EnvSandbox.start(folder, HELLO, GRANT)) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("java", program.toString(), OPEN, CLOSED));
            assertThat(ended.out().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).isEqualTo("200 OK"),
                            line -> assertThat(line).isEqualTo("HTTP_2 200 hello from yes.test"),
                            line -> assertThat(line).isEqualTo("403 Denied: no_grant"),
                            line -> assertThat(line).startsWith("HTTP_2 403 {").contains("\"reason\":\"no_grant\""));
            sandbox.lookedInto("/closed/x");
        }
    }

    /** Node 24, and 22 from 22.21, reads the variables itself; an older one uses a tunnel opened by hand. */
    @Test
    void nodeFetches() throws Exception {
        require("node");
        Path program = Files.writeString(folder.resolve("fetch.mjs"), """
                import http from 'node:http';
                import tls from 'node:tls';
                const [major, minor] = process.versions.node.split('.').map(Number);
                const readsVariables = major >= 24 || (major === 22 && minor >= 21);

                function byHand(url) {
                  const proxy = new URL(process.env.https_proxy);
                  const target = new URL(url);
                  const credentials = Buffer.from(`${proxy.username}:${decodeURIComponent(proxy.password)}`);
                  const headers = { Host: target.host + ':443',
                      'Proxy-Authorization': 'Basic ' + credentials.toString('base64') };
                  return new Promise((resolve, reject) => {
                    http.request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT',
                        path: target.hostname + ':443', headers })
                      .on('error', reject)
                      .on('connect', (_, socket) => {
                        const secure = tls.connect({ socket, servername: target.hostname });
                        secure.on('error', reject);
                        secure.on('secureConnect', () =>
                          http.get({ createConnection: () => secure, path: target.pathname,
                              headers: { Host: target.hostname } }, answer => {
                            answer.resume();
                            resolve({ status: answer.statusCode, statusText: answer.statusMessage });
                            secure.end();
                          }).on('error', reject));
                      })
                      .end();
                  });
                }

                for (const url of process.argv.slice(2)) {
                  const answer = readsVariables ? await fetch(url) : await byHand(url);
                  console.log(answer.status, answer.statusText);
                }
                """);
        try (var sandbox = EnvSandbox.start(folder, HELLO, GRANT)) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("node", program.toString(), OPEN, CLOSED));
            assertThat(ended.out().lines()).containsExactly("200 OK", "403 Denied: no_grant");
            sandbox.lookedInto("/closed/x");
        }
    }
}
