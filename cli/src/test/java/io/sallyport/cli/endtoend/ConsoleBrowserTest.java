package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.NodePackages;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * Chromium walks through the console of a running gateway, beside real clients of a sandbox. With {@code
 * -Dgolden.write=true} its pictures become those of the guide.
 */
class ConsoleBrowserTest {
    private static final String ASKS = """
            package sallyport.sandbox

            deny contains {"rule": "danger", "message": "a person decides", "ask": true} if {
            \tstartswith(input.net.path, "/danger/")
            }
            """;
    private static final Duration MOST = Duration.ofMinutes(9);

    @TempDir
    Path folder = Path.of("");

    @Test
    void everyPageWorksInABrowserInBothThemesByKeyboardAndForAxe() throws Exception {
        Path chromium = require("chromium");
        Path node = require("node");
        require("curl");
        var variables = new HashMap<>(NodePackages.ofBrowsers());
        Path script = folder.resolve("console.cjs");
        try (InputStream source = Objects.requireNonNull(getClass().getResourceAsStream("console.cjs"))) {
            Files.copy(source, script);
        }
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(
                        folder, Map.of("yes.test:80", origin.hostPort()), "policy: {compile_timeout: \"60s\"}")) {
            Map<String, String> client = Rig.variables(rig.put(
                    Rig.SB,
                    Rig.lease(Map.of("ask.rego", ASKS), "http://yes.test/granted", "http://yes.test/danger/**")));
            variables.put("ADMIN", rig.adminUrl());
            variables.put(
                    "TOKEN",
                    Files.readString(rig.state().resolve("admin.token")).strip());
            variables.put("PICTURES", pictures().toString());
            variables.put("ASKS", ASKS);
            variables.put("CHROMIUM", chromium.toString());
            variables.put("TARGET", "http://yes.test");
            variables.put("CLIENT", JsonMapper.shared().writeValueAsString(client));
            Client.Ended ended = Client.run(folder, variables, MOST, List.of(node.toString(), script.toString()));
            assertThat(ended.out()).as(ended.err()).endsWith("done\n").doesNotContain("FAILED");
        }
    }

    private Path pictures() throws Exception {
        Path place = Boolean.getBoolean("golden.write")
                ? Path.of("../docs/console").toAbsolutePath()
                : folder.resolve("pictures");
        return Files.createDirectories(place);
    }
}
