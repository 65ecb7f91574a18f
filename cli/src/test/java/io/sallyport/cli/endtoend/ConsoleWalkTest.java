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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Three people come to their answers in the steps that {@code docs/console-walk.md} says. */
class ConsoleWalkTest {
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final Pattern WALK = Pattern.compile("walk ([a-z]+): (\\d+) steps, (\\d+) s");
    private static final Path PAGE = Path.of("../docs/console-walk.md");

    @TempDir
    Path folder = Path.of("");

    @Test
    void threePeopleFindTheirAnswersInTheStepsOfThePage() throws Exception {
        Path chromium = require("chromium");
        Path node = require("node");
        require("curl");
        var variables = new HashMap<>(NodePackages.ofBrowsers());
        Path script = folder.resolve("console-walk.cjs");
        try (InputStream source = Objects.requireNonNull(getClass().getResourceAsStream("console-walk.cjs"))) {
            Files.copy(source, script);
        }
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                var receiver = Origin.plain(_ -> Answer.text(503, "down"));
                Rig rig = Rig.startWithRoles(
                        folder,
                        Map.of("yes.test:80", origin.hostPort()),
                        "\"security.token\": \"security\", \"reader.token\": \"reader\"",
                        """
                        audit: {sinks: {hook: {type: webhook, url: "http://%s/", addresses: ["127.0.0.0/8"]}}}
                        """.formatted(receiver.hostPort()))) {
            Map<String, String> client = rig.grant(Rig.SB, "http://yes.test/granted");
            variables.put("ADMIN", rig.adminUrl());
            variables.put("OPERATOR", rig.token());
            variables.put("SECURITY", token(rig, "security"));
            variables.put("READER", token(rig, "reader"));
            variables.put("CHROMIUM", chromium.toString());
            variables.put("TARGET", "http://yes.test");
            variables.put("CLIENT", JsonMapper.shared().writeValueAsString(client));
            Client.Ended ended = Client.run(folder, variables, MOST, List.of(node.toString(), script.toString()));
            assertThat(ended.out()).as(ended.err()).endsWith("done\n");
            String page = Files.readString(PAGE);
            List<MatchResult> walks = WALK.matcher(ended.out()).results().toList();
            assertThat(walks).hasSize(3);
            for (MatchResult walk : walks) {
                assertThat(page).contains("| %s | %s | %s |".formatted(walk.group(1), walk.group(2), walk.group(3)));
            }
        }
    }

    private static String token(Rig rig, String role) throws Exception {
        return Files.readString(rig.state().resolve(role + ".token")).strip();
    }
}
