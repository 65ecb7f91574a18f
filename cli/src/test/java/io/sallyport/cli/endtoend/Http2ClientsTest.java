package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** curl, which chooses HTTP/2 by itself, by the env file alone, before an nginx that speaks it too. */
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
}
