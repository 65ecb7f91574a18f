package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPathTest {
    @TempDir
    private Path folder;

    @Test
    void aDirectoryIsNoProgram() throws IOException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Files.createDirectories(first.resolve("env"));
        Path second = Files.createDirectories(folder.resolve("second"));
        var path = new SearchPath(first + ":" + second + ":relative");
        assertThat(path.find("env")).isNull();
        Path program = Files.writeString(second.resolve("env"), "#!/bin/sh\n");
        assertThat(path.find("env")).as("nobody may start it").isNull();
        program.toFile().setExecutable(true);
        assertThat(path.find("env")).isEqualTo(program);
    }
}
