package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.PackageIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ordinary clients in a fence, without a proxy variable: captured, and let through or refused. */
class FencedClientsTest {
    private static final String YES = "{\"net.fetch\": [\"https://yes.test/**\"]}";

    @TempDir
    Path folder = Path.of("");

    @Test
    void gitClonesAndPushes() throws Exception {
        Path git = require("git");
        var repositories = new GitRepositories(git, Files.createDirectory(folder.resolve("served")));
        repositories.create("sample", Map.of("README", "one\n"));
        repositories.create("other", Map.of("README", "two\n"));
        try (var gateway = new FencedGateway(folder, repositories)) {
            String said = gateway.says("{\"net.fetch\": [\"https://yes.test/sample.git/**\"]}", """
                    export GIT_TERMINAL_PROMPT=0
                    git clone -q https://yes.test/sample.git copy && cat copy/README
                    cd copy && echo more >>README
                    git -c user.name=t -c user.email=t@localhost commit -qam inside && git push -q origin main
                    git clone -q https://yes.test/other.git refused
                    git clone -q https://no.test/sample.git refused
                    """);
            assertThat(said)
                    .startsWith("one\n")
                    .contains("sallyport: no_grant", "Could not resolve host: no.test")
                    .doesNotContain("two");
            assertThat(repositories.subjects("sample", "main").getFirst()).isEqualTo("inside");
            assertThat(gateway.records()).contains("dns deny no_grant no.test");
        }
    }

    @Test
    void pipInstalls() throws Exception {
        require("python3");
        require("pip");
        try (var gateway = new FencedGateway(folder, new PackageIndex("https", List.of("tinypack"), List.of()))) {
            String pip = "python3 -m pip install --quiet --retries 0 --no-cache-dir --disable-pip-version-check"
                    + " --root-user-action ignore ";
            String said = gateway.says(
                    YES,
                    pip + "--target yes --index-url https://yes.test/simple/ tinypack; echo $?\n" + pip
                            + "--target no --index-url https://no.test/simple/ tinypack; echo $?\n");
            assertThat(said).startsWith("0\n").endsWith("1\n");
            assertThat(folder.resolve("yes/tinypack/__init__.py")).exists();
            assertThat(folder.resolve("no")).doesNotExist();
            assertThat(gateway.records()).contains("dns deny no_grant no.test");
        }
    }

    @Test
    void npmInstalls() throws Exception {
        require("node");
        require("npm");
        try (var gateway = new FencedGateway(folder, new PackageIndex("https", List.of(), List.of("tinymod")))) {
            String npm = "npm install --cache cache --fetch-retries=0 --no-audit --no-fund --silent ";
            gateway.says(
                    YES,
                    npm + "--prefix yes --registry=https://yes.test/ tinymod\n" + npm
                            + "--prefix no --registry=https://no.test/ tinymod\n");
            assertThat(folder.resolve("yes/node_modules/tinymod/index.js")).exists();
            assertThat(folder.resolve("no/node_modules")).doesNotExist();
            assertThat(gateway.records()).contains("dns deny no_grant no.test");
        }
    }

    @Test
    void javaFetches() throws Exception {
        Files.writeString(folder.resolve("Fetch.java"), """
                import java.net.URI;
                import java.net.http.HttpClient;
                import java.net.http.HttpRequest;
                import java.net.http.HttpResponse.BodyHandlers;

                class Fetch {
                    public static void main(String[] urls) throws Exception {
                        for (String url : urls) {
                            try {
                                var request = HttpRequest.newBuilder(URI.create(url)).build();
                                System.out.println(HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build()
                                        .send(request, BodyHandlers.ofString()).statusCode());
                            } catch (java.net.ConnectException e) {
                                System.out.println("not connected");
                            }
                        }
                    }
                }
                """);
        try (var gateway = new FencedGateway(folder, _ -> Answer.text(200, "hello"))) {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String said = gateway.says(
                    "{\"net.fetch\": [\"https://yes.test/open/**\"]}",
                    java + " Fetch.java https://yes.test/open/x https://yes.test/closed/x https://no.test/ 2>errors\n");
            assertThat(said).isEqualTo("200\n403\nnot connected\n");
            assertThat(gateway.seen()).isEqualTo(1);
        }
    }

    /** With a TLS, a resolver and a list of roots of its own. */
    @Test
    void aStaticProgramFetches() throws Exception {
        Path source = Files.writeString(folder.resolve("fetch.go"), """
                package main

                import ("fmt"; "net/http"; "os")

                func main() {
                    client := http.Client{Transport: &http.Transport{Proxy: nil}}
                    for _, url := range os.Args[1:] {
                        if answer, err := client.Get(url); err == nil {
                            fmt.Println(answer.StatusCode)
                        } else {
                            fmt.Println(err)
                        }
                    }
                }
                """);
        Path program = folder.resolve("fetch");
        var build = new ProcessBuilder(require("go").toString(), "build", "-o", program.toString(), source.toString());
        build.environment().putAll(Map.of("CGO_ENABLED", "0", "GOFLAGS", "-mod=mod"));
        assertThat(build.start().waitFor()).isZero();
        try (var gateway = new FencedGateway(folder, _ -> Answer.text(200, "hello"))) {
            String said = gateway.says(
                    "{\"net.fetch\": [\"https://yes.test/open/**\"]}",
                    "./fetch https://yes.test/open/x https://yes.test/closed/x https://no.test/\n");
            assertThat(said).startsWith("200\n403\n").contains("lookup no.test", "no such host");
            assertThat(gateway.seen()).isEqualTo(1);
        }
    }
}
