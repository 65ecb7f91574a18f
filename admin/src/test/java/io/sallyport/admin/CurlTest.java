package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls as a person makes them. */
final class CurlTest {
    @TempDir
    Path folder;

    private Client.Ended curl(AdminFixture fixture, String target, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(RequireTool.require("curl").toString(), "-sS", "-i", "--max-time", "30"));
        command.addAll(List.of("-H", "Authorization: Bearer " + AdminFixture.secret(Role.OPERATOR)));
        command.addAll(List.of(arguments));
        command.add(fixture.uri(target).toString());
        return Client.run(folder, Map.of(), Duration.ofSeconds(60), command);
    }

    @Test
    void putsAndReadsASandbox() throws Exception {
        Path lease = Files.writeString(folder.resolve("put.json"), "{\"lease\": {\"net.fetch\": []}}");
        try (var fixture = new AdminFixture(folder)) {
            assertThat(curl(fixture, "/v1/sandboxes/sb-1", "-X", "PUT", "--data", "@" + lease)
                            .out())
                    .startsWith("HTTP/1.1 201")
                    .contains("\"proxy\":{\"url\":");
            assertThat(curl(fixture, "/v1/sandboxes/sb-1").out()).startsWith("HTTP/1.1 200");
            assertThat(curl(fixture, "/v1/sandboxes/..%2fguardrails").out()).startsWith("HTTP/1.1 400");
            assertThat(curl(fixture, "/v1/sandboxes/../guardrails", "--path-as-is")
                            .out())
                    .startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void aLargeUploadIsRefusedWithItsAnswer() throws Exception {
        Path large = Files.writeString(folder.resolve("large.json"), " ".repeat((4 << 20) + 1));
        try (var fixture = new AdminFixture(folder)) {
            Client.Ended declared = curl(fixture, "/v1/sandboxes/sb-1", "-T", large.toString());
            assertThat(declared.out()).contains("HTTP/1.1 413").contains("\"code\":\"TOO_LARGE\"");
            Client.Ended chunked =
                    curl(fixture, "/v1/sandboxes/sb-1", "-T", large.toString(), "-H", "Transfer-Encoding: chunked");
            assertThat(chunked.out()).contains("HTTP/1.1 413").contains("\"code\":\"TOO_LARGE\"");
            assertThat(fixture.control.asked).isEmpty();
        }
    }
}
