package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** curl, which sends bodies in all their forms to a sandbox whose Rego reads them, over HTTP/1.1 and HTTP/2. */
class BodyClientsTest {
    private static final String URL = "https://yes.test/v1";
    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "small", "message": "only the small models"} if {
                input.net.path == "/v1"
                not is_small
            }

            is_small if {
                not is_form
                input.net.body.json.model == "small"
            }

            is_small if {
                is_form
                input.net.body.parts[0].text == "small"
            }

            is_form if input.net.content_type == "multipart/form-data"

            deny contains {"rule": "tools", "message": "only search"} if {
                input.net.path == "/mcp"
                not input.net.rpc.tool == "search"
            }
            """;

    @TempDir
    Path folder = Path.of("");

    private static byte[] gzipped(String text) throws Exception {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    private static String curl(EnvSandbox sandbox, String... words) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-w", " %{http_version} %{http_code}"));
        command.addAll(List.of(words));
        Client.Ended ended = sandbox.run(command.toArray(String[]::new));
        return ended.out();
    }

    @Test
    void whatABodySaysSettlesIt() throws Exception {
        require("curl");
        Path rego = Files.writeString(folder.resolve("bodies.rego"), REGO);
        Files.write(folder.resolve("small.gz"), gzipped("{\"model\": \"small\"}"));
        Files.write(folder.resolve("large.gz"), gzipped("{\"model\": \"large\"}"));
        Files.write(
                folder.resolve("small.zst"), Zstd.compress("{\"model\": \"small\"}".getBytes(StandardCharsets.UTF_8)));
        Files.write(
                folder.resolve("large.zst"), Zstd.compress("{\"model\": \"large\"}".getBytes(StandardCharsets.UTF_8)));
        Files.writeString(
                folder.resolve("much.json"), "{\"model\": \"small\", \"x\": \"" + "x".repeat(900_000) + "\"}");
        String json = "Content-Type: application/json";
        try (EnvSandbox sandbox = EnvSandbox.start(folder, _ -> Answer.text(200, "taken"), "https://yes.test/**")) {
            sandbox.grantUnder(rego, "https://yes.test/**");
            for (String version : List.of("--http1.1", "--http2")) {
                String ends = version.equals("--http2") ? " 2 200" : " 1.1 200";
                assertThat(curl(sandbox, version, "-H", json, "-d", "{\"model\": \"small\"}", URL))
                        .isEqualTo("taken" + ends);
                assertThat(curl(sandbox, version, "-H", json, "-d", "@much.json", URL))
                        .isEqualTo("taken" + ends);
                assertThat(curl(
                                sandbox,
                                version,
                                "-H",
                                json,
                                "-H",
                                "Content-Encoding: gzip",
                                "--data-binary",
                                "@small.gz",
                                URL))
                        .isEqualTo("taken" + ends);
                assertThat(curl(sandbox, version, "-F", "model=small", URL)).isEqualTo("taken" + ends);
                assertThat(curl(sandbox, version, "-H", json, "-d", "{\"model\": \"large\"}", URL))
                        .contains("only the small models")
                        .endsWith(" 403");
                assertThat(curl(
                                sandbox,
                                version,
                                "-H",
                                json,
                                "-H",
                                "Content-Encoding: gzip",
                                "--data-binary",
                                "@large.gz",
                                URL))
                        .endsWith(" 403");
                assertThat(curl(sandbox, version, "-d", "{\"model\": \"small\"}", URL))
                        .contains("\"reason\":\"unreadable\"")
                        .endsWith(" 400");
                assertThat(curl(
                                sandbox,
                                version,
                                "-H",
                                json,
                                "-d",
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"delete\"}}",
                                "https://yes.test/mcp"))
                        .contains("\"code\":-32001", "only search")
                        .endsWith(ends);
            }
            assertThat(curl(
                            sandbox,
                            "--http1.1",
                            "-H",
                            json,
                            "-H",
                            "Transfer-Encoding: chunked",
                            "-d",
                            "{\"model\": \"small\"}",
                            URL))
                    .isEqualTo("taken 1.1 200");
            String coded = "Content-Encoding: zstd";
            assertThat(curl(sandbox, "-H", json, "-H", coded, "--data-binary", "@small.zst", URL))
                    .startsWith("taken");
            assertThat(curl(sandbox, "-H", json, "-H", coded, "--data-binary", "@large.zst", URL))
                    .endsWith(" 403");
            assertThat(sandbox.origin().received()).hasSize(10);
        }
    }
}
