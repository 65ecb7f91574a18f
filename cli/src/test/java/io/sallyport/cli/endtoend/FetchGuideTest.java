package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.FetchSettings;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.LocalForge;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands and the configuration in the guide: each command prints what is written below it. */
class FetchGuideTest {
    private static final Path GUIDE = Path.of("../docs/fetch.md");
    private static final String LEASE = "{\"net.fetch\": [\"https://files.example.com/tools/**\"]}";

    @TempDir
    private Path folder = Path.of("");

    private final TestCa ca = TestCa.create("file origins", InstantSource.system());
    private final Origin origin = Origin.tls(ca.leaf("files.example.com"), _ -> Answer.text(200, "echo hello\n"));
    private final LocalForge forge = LocalForge.plain().file("acme/skills@main", "skills/rust/SKILL.md", "# Rust\n");

    @AfterEach
    void close() {
        origin.close();
        forge.close();
    }

    @Test
    void eachCommandPrintsWhatStandsUnderIt() throws Exception {
        require("curl");
        int commands = 0;
        try (Rig rig = rig()) {
            Map<String, String> env = put(rig);
            for (String block : blocks("sh sandbox")) {
                String command = "";
                for (String line : block.lines().toList()) {
                    if (line.startsWith("# ")) {
                        Client.Ended ended = rig.run(env, "sh", "-c", command);
                        assertThat(ended.out())
                                .as("%s%n%s", command, ended.err())
                                .isEqualTo(line.substring(2) + "\n");
                        commands++;
                    }
                    command = line.replace("./sallyport ", GatewayJvm.shell() + " ");
                }
            }
        }
        assertThat(commands).isEqualTo(6);
    }

    @Test
    void theSectionIsReadAsItStands() throws Exception {
        Files.writeString(folder.resolve("github.token"), "one");
        Files.writeString(folder.resolve("gitlab.token"), "two");
        Path file = Files.writeString(
                folder.resolve("c.yaml"), blocks("yaml gateway").getFirst());
        FetchSettings fetch = ConfigFile.read(file, null, folder).fetch();
        assertThat(fetch.listen()).isNotNull();
        assertThat(fetch.maxFileBytes()).isEqualTo(64 << 20);
        assertThat(fetch.forges()).hasSize(3);
    }

    private static List<String> blocks(String tag) throws IOException {
        Matcher block = Pattern.compile("(?ms)^```" + tag + "\\n(.*?)^```$").matcher(Files.readString(GUIDE));
        List<String> found = new ArrayList<>();
        while (block.find()) {
            found.add(block.group(1));
        }
        assertThat(found).as(tag).isNotEmpty();
        return found;
    }

    private Rig rig() throws IOException, StartException {
        Path roots = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        return Rig.start(
                folder,
                Map.of(
                        "files.example.com:443",
                        origin.hostPort(),
                        "forge.test",
                        forge.origin().hostPort()),
                roots,
                """
                fetch:
                  directory: skills
                  shown: /sandbox/claude-config/skills
                  forges: {github.com: {api: "http://forge.test"}}
                """);
    }

    private static Map<String, String> put(Rig rig) throws IOException {
        String harness = blocks("yaml harness").getFirst();
        var documents = SandboxDocuments.builder().lease(LEASE).harness(harness).build();
        return Rig.variables(rig.put(Rig.SB, documents));
    }
}
