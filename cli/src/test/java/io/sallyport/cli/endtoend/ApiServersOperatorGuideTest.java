package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.files.FilesSettings;
import io.sallyport.apiservers.sandbox.ServerSettings;
import io.sallyport.client.AdminClient;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.model.SandboxDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the guide to API servers, as they are written. */
class ApiServersOperatorGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)([^\\n]*)\\n(.*?)^```$");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void itsConfigurationIsOne() throws Exception {
        for (String block : blocks("yaml config")) {
            Path file = Files.writeString(folder.resolve("c.yaml"), block);
            ServerSettings read = ConfigFile.read(file, null, folder).servers();
            assertThat(read.directories()).containsExactly(Path.of("/srv/api-servers"));
            assertThat(read.variables()).containsExactly("BUILD_KEY");
            assertThat(read.settable()).containsExactly("BUILD_LEVEL");
            assertThat(read.user()).isEqualTo("apiservers");
            assertThat(read.home()).isEqualTo(Path.of("/var/lib/sallyport-servers"));
            assertThat(read.wrapper()).containsExactly("nice", "-n", "5");
            assertThat(read.files())
                    .isEqualTo(new FilesSettings.Shared(Path.of("/srv/sandboxes"), FilesSettings.STANDARD_TIMEOUT));
        }
    }

    /** Uses a program that exists on every machine. */
    @Test
    void itsCommandsForFilesAreSome() throws Exception {
        for (String block : blocks("yaml files")) {
            Path file = Files.writeString(folder.resolve("c.yaml"), block.replace("\"openshell\"", "\"sh\""));
            assertThat(ConfigFile.read(file, null, folder).servers().files())
                    .isInstanceOfSatisfying(FilesSettings.ByCommand.class, read -> {
                        assertThat(read.root()).isEqualTo("/sandbox/files");
                        assertThat(read.download().template()).endsWith("{sandbox}", "{source}", "{destination}");
                        assertThat(read.upload().template()).contains("upload");
                    });
        }
    }

    @Test
    void itsHarnessStartsTheExample() throws Exception {
        ServerPrograms.in(folder);
        String servers =
                "api_servers: {directories: [programs], wrapper: [nice, -n, '5'], " + ServerPrograms.PATIENT + "}";
        try (Rig rig = Rig.start(folder, Map.of(), servers)) {
            for (String block : blocks("yaml starting")) {
                AdminClient.Reply reply = rig.put(Rig.SB, documents(block));
                assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
            }
        }
    }

    @Test
    void theProgramThatItHasCheckedIsThere() throws Exception {
        for (String block : blocks("sh")) {
            String[] words = block.strip().split(" ", -1);
            assertThat(words).startsWith("./sallyport", "api-server", "check");
            assertThat(Path.of("..").resolve(words[3])).isExecutable();
        }
    }

    private static List<String> blocks(String kind) throws IOException {
        List<String> found = new ArrayList<>();
        String text = Files.readString(Path.of("../docs/api-servers.md"));
        for (Matcher block = BLOCK.matcher(text); block.find(); ) {
            if ((block.group(1) + block.group(2)).strip().equals(kind)) {
                found.add(block.group(3));
            }
        }
        assertThat(found).as(kind).hasSize(1);
        return found;
    }

    private static SandboxDocuments documents(String harness) {
        return SandboxDocuments.builder().harness(harness).build();
    }
}
