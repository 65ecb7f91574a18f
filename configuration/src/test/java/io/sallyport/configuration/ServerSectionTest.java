package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.apiservers.files.FilesSettings;
import io.sallyport.apiservers.sandbox.ServerSettings;
import io.sallyport.configuration.key.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section {@code api_servers}. */
class ServerSectionTest {
    private static ServerSettings read(String text) throws ConfigException {
        Path file = Path.of("/etc/sallyport/gateway.yaml");
        return ConfigFile.parse(file, text, null, Path.of("/var/lib/sallyport")).servers();
    }

    @Test
    void byDefaultNothingIsStartedAndNothingIsSeen() throws ConfigException {
        assertThat(read("")).isEqualTo(ServerSettings.NOTHING);
        assertThat(read("api_servers: {}")).isEqualTo(ServerSettings.NOTHING);
        assertThat(ServerSettings.NOTHING.directories()).isEmpty();
        assertThat(ServerSettings.NOTHING.variables()).isEmpty();
        assertThat(ServerSettings.NOTHING.startup()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void everyKeyIsReadAndPathsBeginAtTheFile() throws ConfigException {
        assertThat(read(
                        "api_servers: {directories: [programs, /srv/x/../y], variables: [A, B_1], env: [C], wrapper: [nice, -n, '5'],"
                                + " user: apiservers, home: homes, startup_timeout: 2m}"))
                .isEqualTo(new ServerSettings(
                        List.of(Path.of("/etc/sallyport/programs"), Path.of("/srv/y")),
                        Set.of("A", "B_1"),
                        Set.of("C"),
                        List.of("nice", "-n", "5"),
                        "apiservers",
                        Path.of("/etc/sallyport/homes"),
                        Duration.ofMinutes(2),
                        null));
    }

    @Test
    void filesGoByAFolderOrByCommands() throws ConfigException {
        assertThat(read("").files()).isNull();
        assertThat(read("api_servers: {files: {directory: boxes, timeout: 90s}}")
                        .files())
                .isEqualTo(new FilesSettings.Shared(Path.of("/etc/sallyport/boxes"), Duration.ofSeconds(90)));
        assertThat(read("""
                        api_servers:
                          files: {download: [sh, '{source}'], upload: [/bin/sh, -x, '{source}'], root: /files}
                        """).files()).isInstanceOfSatisfying(FilesSettings.ByCommand.class, read -> {
            assertThat(read.download().template().getFirst()).startsWith("/").endsWith("/sh");
            assertThat(read.upload().template()).containsExactly("/bin/sh", "-x", "{source}");
            assertThat(read.root()).isEqualTo("/files");
            assertThat(read.timeout()).isEqualTo(Duration.ofMinutes(5));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "directory: x | api_servers.directory: unknown key",
                "directories: x | api_servers.directories",
                "directories: [''] | api_servers.directories",
                "variables: ['A B'] | api_servers.variables",
                "variables: ['*'] | api_servers.variables",
                "env: ['*'] | api_servers.env",
                "startup_timeout: 0s | api_servers.startup_timeout: 0s (expected: a duration",
                "startup_timeout: 25h | api_servers.startup_timeout",
                "startup_timeout: never | api_servers.startup_timeout",
                "user: -u | api_servers.user",
                "user: 'a b' | api_servers.user",
                "user: '' | api_servers.user",
                "wrapper: [''] | api_servers.wrapper",
                "files: {} | api_servers.files: either directory, or download, upload and root",
                "files: {directory: x, root: /y} | api_servers.files: either directory",
                "files: {root: /y} | api_servers.files: either directory",
                "files: {directory: ''} | api_servers.files.directory",
                "files: {directory: x, bytes: 1} | api_servers.files.bytes: unknown key",
                "files: {directory: x, timeout: 500ms} | api_servers.files.timeout",
                "files: {directory: x, timeout: 2h} | api_servers.files.timeout",
                "files: {root: y} | api_servers.files.root",
                "files: {root: /a/../y} | api_servers.files.root",
                "files: {download: [no-such-program, '{source}']} | api_servers.files.download: no-such-program",
                "files: {upload: [/bin/sh]} | api_servers.files.upload: {source} stands in no argument",
                "files: {upload: [/bin/sh, '{source}', '{run}']} | api_servers.files.upload: {run} is none of"
            })
    void whatIsWrongIsNamed(String member, String message) {
        assertThatThrownBy(() -> read("api_servers: {" + member + "}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
