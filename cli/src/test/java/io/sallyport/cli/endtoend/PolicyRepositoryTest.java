package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.SchemaProblems;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code examples/policies}: the walk of its README, command by command, before a gateway and an origin. */
class PolicyRepositoryTest {
    private static final Path REPOSITORY = Path.of("../examples/policies");
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Pattern CONSOLE = Pattern.compile("(?ms)^```console\\n(.*?)^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\$ (.*)\\n((?:(?!\\$ ).*\\n)*)");
    private static final Pattern CHECK = Pattern.compile("(?m)^ *- (?:run: )?\\$SALLYPORT (.*)$");
    private static final Pattern SIGNED = Pattern.compile("(?ms)^```yaml signed\\n(.*?)^```$");

    @TempDir
    Path folder = Path.of("");

    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void copied() throws IOException {
        try (Stream<Path> files = Files.walk(REPOSITORY)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(REPOSITORY.relativize(file).toString());
                Files.createDirectories(copy.resolveSibling(""));
                Files.copy(file, copy);
            }
        }
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("sallyport");
        Files.writeString(program, "#!/bin/sh\nexec " + GatewayJvm.shell() + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        variables.put("PATH", program.resolveSibling("") + ":" + Tools.searchPath());
    }

    private static List<MatchResult> commands() throws IOException {
        return CONSOLE.matcher(readme())
                .results()
                .flatMap(block -> COMMAND.matcher(block.group(1)).results())
                .toList();
    }

    private static String readme() throws IOException {
        return Files.readString(REPOSITORY.resolve("README.md"));
    }

    @Test
    void everyStepOfTheWalkPrintsWhatThePageSays() throws IOException {
        List.of("bash", "curl", "openssl").forEach(tool -> require(tool));
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Client gateway = gateway(origin)) {
            assertThat(gateway.pid()).isPositive();
            var every = new SoftAssertions();
            for (MatchResult command : commands()) {
                if (!command.group(1).endsWith(" &")) {
                    every.assertThat(printed(command.group(1)))
                            .as(command.group(1))
                            .matches(Pattern.compile(expected(command.group(2)), Pattern.DOTALL));
                }
            }
            for (String line : Files.readAllLines(folder.resolve("state/audit.jsonl"))) {
                every.assertThat(SchemaProblems.strict("audit-record", line))
                        .as(line)
                        .isEmpty();
            }
            every.assertAll();
        }
    }

    /** Starts the gateway of the page, at ports that are free, with the origin in place of the hosts of the page. */
    private Client gateway(Origin origin) throws IOException {
        Path file = folder.resolve("gateway.yaml");
        String config = Files.readString(file).replace(":3128", ":0").replace(":3129", ":0");
        Files.writeString(
                file, config + "egress: {hosts: {\"packages.example.com:80\": \"" + origin.hostPort() + "\"}}\n");
        String started = commands().stream()
                .map(command -> command.group(1))
                .filter(command -> command.endsWith(" &"))
                .findFirst()
                .orElseThrow();
        Client gateway = Client.start(
                folder, variables, List.of("bash", "-c", "exec " + started.substring(0, started.length() - 2)));
        JsonNode ready = GatewayJvm.ready(gateway);
        variables.put("SALLYPORT_ADMIN", ready.get("admin").asString());
        variables.put("SALLYPORT_TOKEN_FILE", ready.get("token_file").asString());
        return gateway;
    }

    private String printed(String command) {
        return Client.run(folder, variables, SOON, List.of("bash", "-c", "{ " + command + "; } 2>&1"))
                .out();
    }

    private static String expected(String shown) {
        return Arrays.stream(shown.split("\\.\\.\\.", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }

    @Test
    void bothFilesOfCiRunTheChecksOfThePage() throws IOException {
        List<String> shown =
                commands().stream().map(command -> command.group(1)).toList();
        for (String file : List.of("ci/github-actions.yml", "ci/gitlab-ci.yml")) {
            List<String> checks = CHECK.matcher(Files.readString(REPOSITORY.resolve(file)))
                    .results()
                    .map(check -> "sallyport " + check.group(1))
                    .toList();
            assertThat(checks).as(file).hasSize(5).isEqualTo(shown.subList(0, 5));
        }
    }

    @Test
    void theConfigurationOfThePageIsOne() throws Exception {
        String signed =
                SIGNED.matcher(readme()).results().findFirst().orElseThrow().group(1);
        assertThat(ConfigFile.parse(folder.resolve("gateway.yaml").toAbsolutePath(), signed)
                        .guardrails())
                .isNotNull();
    }
}
