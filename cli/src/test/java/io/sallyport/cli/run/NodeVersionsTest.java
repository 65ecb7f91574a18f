package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeVersionsTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "v18.20.4, false",
        "v20.20.2, false",
        "v22.20.0, false",
        "v22.21.0, true",
        "v23.11.1, false",
        "v24.0.0, true",
        "v26.1.0, true",
        "not a version, true"
    })
    void variablesAreReadFrom24AndBy22From21On(String version, boolean reads) {
        assertThat(NodeVersions.readsProxyVariables(version)).isEqualTo(reads);
    }

    @Test
    void anOldNodeIsToldOfByItsPathAndVersion() throws Exception {
        program("node", "#!/bin/sh\necho v20.1.0\n");
        NodeVersions versions = new NodeVersions(folder.toString());
        versions.command("node");
        assertThat(versions.warning()).contains(folder.resolve("node") + " is v20.1.0");
    }

    @Test
    void aScriptOfNodeCountsAsNode() throws Exception {
        program("node", "#!/bin/sh\necho v18.0.0\n");
        Path script = program("tool", "#!/usr/bin/env node\nfetch('https://a.example/');\n");
        NodeVersions versions = new NodeVersions(folder.toString());
        versions.command(script.toString());
        assertThat(versions.warning()).contains("v18.0.0");
    }

    @Test
    void aNewNodeAndOtherProgramsAreNotToldOf() throws Exception {
        program("node", "#!/bin/sh\necho v24.1.0\n");
        NodeVersions versions = new NodeVersions(folder.toString());
        versions.command("node");
        versions.command(program("other", "#!/bin/sh\necho v18.0.0\n").toString());
        versions.command("no-such-program");
        assertThat(versions.warning()).isNull();
    }

    private Path program(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
