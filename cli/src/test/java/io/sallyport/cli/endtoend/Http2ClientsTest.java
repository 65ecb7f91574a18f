package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that choose HTTP/2 by themselves, by the env file alone, before an nginx that speaks it too. */
class Http2ClientsTest {
    private static final String OPEN = "https://yes.test/open/x";
    private static final String CLOSED = "https://yes.test/closed/x";
    private static final String GRANT = "https://yes.test/open/**";
    private static final int MUCH = 8 << 20;

    @TempDir
    Path folder = Path.of("");

    private Path root;

    @BeforeEach
    void serve() throws Exception {
        root = Files.createDirectory(folder.resolve("root"));
        Files.createDirectory(root.resolve("open"));
        Files.createDirectory(root.resolve("closed"));
        Files.writeString(root.resolve("open/x"), "hello");
        Files.writeString(root.resolve("closed/x"), "secret");
        Files.write(root.resolve("open/much"), new byte[MUCH]);
    }

    private EnvSandbox sandbox() throws Exception {
        return EnvSandbox.startBeforeNginx(folder, require("nginx"), root, GRANT);
    }

    @Test
    void curlFetchesIsRefusedAndTakesManyAtOnce() throws Exception {
        require("curl");
        String wanted = " %{http_version} %{http_code}\n";
        try (EnvSandbox sandbox = sandbox()) {
            assertThat(sandbox.run("curl", "-sS", "-w", wanted, OPEN).out()).isEqualTo("hello 2 200\n");
            assertThat(sandbox.run("curl", "-sS", "-w", wanted, CLOSED).out())
                    .contains("\"reason\":\"no_grant\"")
                    .endsWith(" 2 403\n");
            String many = "https://yes.test/open/x?n=[1-200]";
            Client.Ended all = sandbox.run("curl", "-sS", "-Z", "-w", "%{http_version} %{http_code}\n", many);
            assertThat(all.out().split("hello")).hasSize(201);
            Client.Ended much =
                    sandbox.run("curl", "-sS", "-o", "much", "-w", "%{http_version}", "https://yes.test/open/much");
            assertThat(much.out()).isEqualTo("2");
            assertThat(folder.resolve("much")).hasSize(MUCH);
        }
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
                			fmt.Println(err)
                			continue
                		}
                		body, _ := io.ReadAll(answer.Body)
                		fmt.Println(answer.Proto, answer.StatusCode, len(body) > 0)
                	}
                }
                """);
        try (EnvSandbox sandbox = sandbox()) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("go", "run", program.toString(), OPEN, CLOSED, OPEN));
            assertThat(ended.out().lines())
                    .containsExactly("HTTP/2.0 200 true", "HTTP/2.0 403 true", "HTTP/2.0 200 true");
        }
    }

    @Test
    void pythonsHttpxFetches() throws Exception {
        require("python3");
        Path program = Files.writeString(folder.resolve("fetch.py"), """
                import sys
                try:
                    import httpx, h2
                except ImportError:
                    print('absent')
                    sys.exit(0)
                with httpx.Client(http2=True) as client:
                    for url in sys.argv[1:]:
                        answer = client.get(url)
                        print(answer.http_version, answer.status_code)
                """);
        try (EnvSandbox sandbox = sandbox()) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("python3", program.toString(), OPEN, CLOSED));
            assumeFalse(ended.out().startsWith("absent"), "Python's httpx with h2 is not installed");
            assertThat(ended.out().lines()).containsExactly("HTTP/2 200", "HTTP/2 403");
        }
    }
}
