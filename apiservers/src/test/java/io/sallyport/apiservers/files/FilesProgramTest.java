package io.sallyport.apiservers.files;

import static io.sallyport.apiservers.files.SandboxCommandsTest.command;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FilesProgramTest {
    private static final SandboxId SB = new SandboxId("sb-1");

    @Test
    void theRunsPlaceStandsBeforeWhatAServerAdds() {
        var settings = new FilesSettings.Shared(Path.of("/srv/boxes"), Duration.ofMinutes(5));
        assertThat(new FilesProgram(settings, Path.of("/bin/env"), Path.of("/jdk/java"), List.of(Path.of("/a.jar")))
                        .words(SB))
                .startsWith("/bin/env", "LC_ALL=C.UTF-8", "/jdk/java")
                .containsSequence("-cp", "/a.jar", "io.sallyport.cli.Main", "api-server", "files")
                .endsWith("--sandbox=sb-1", "--timeout=300", "--directory=/srv/boxes", "--");
    }

    @Test
    void commandsStandThereAsTheyWereFound() {
        var settings = new FilesSettings.ByCommand(
                command("/bin/sh", "{source}", "a b"),
                command("/bin/sh", "-x", "{source}"),
                "/sandbox/files",
                Duration.ofMinutes(5));
        assertThat(new FilesProgram(settings, null, Path.of("/jdk/java"), List.of()).words(SB))
                .startsWith("/jdk/java")
                .endsWith(
                        "--download=[\"/bin/sh\",\"{source}\",\"a b\"]",
                        "--upload=[\"/bin/sh\",\"-x\",\"{source}\"]",
                        "--root=/sandbox/files",
                        "--");
    }

    @Test
    void itIsAJsonArrayOfWordsAndNamesFilesThatAreThere() {
        var program = FilesProgram.ofThisJvm(
                new FilesSettings.Shared(Path.of("/srv/\"boxes\""), Duration.ofSeconds(1)), null);
        var read = JsonMapper.shared().readTree(program.json(SB));
        assertThat(read.isArray()).isTrue();
        assertThat(read.get(read.size() - 2).asString()).isEqualTo("--directory=/srv/\"boxes\"");
        assertThat(program.files()).hasSizeGreaterThan(1).allMatch(Path::isAbsolute);
        assertThat(program.files().getFirst()).isExecutable();
        assertThat(program.files()).anyMatch(Files::isReadable);
    }
}
