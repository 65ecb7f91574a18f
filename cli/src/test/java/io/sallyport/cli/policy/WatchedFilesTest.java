package io.sallyport.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.CliException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each step of a test runs while the command waits; after the last one, the user ends the command. */
@Timeout(60)
class WatchedFilesTest {
    @TempDir
    Path folder = Path.of("");

    private final List<String> runs = new ArrayList<>();

    @Test
    void aChangedFileRunsAgainAndOneInANewFolderToo() throws CliException, IOException {
        write("a.rego", "1");
        watch(
                folder,
                () -> write("a.rego", "2"),
                () -> write("new/b.rego", "3"),
                () -> write("new/b.rego", "4"),
                () -> delete("a.rego"));
        assertThat(runs).startsWith("a.rego=1", "a.rego=2").endsWith("new/b.rego=4");
        assertThat(runs).contains("a.rego=2, new/b.rego=4");
    }

    @Test
    void aReportThatIsWrittenBesideDoesNotMatter() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        assertThat(List.of("a.rego", "data.json", "sub")).allMatch(name -> WatchedFiles.matters(folder, name));
        assertThat(List.of("junit.xml", ".a.rego.swp", "4913")).noneMatch(name -> WatchedFiles.matters(folder, name));
    }

    private void watch(Path path, Runnable... steps) throws CliException {
        Iterator<Runnable> next = List.of(steps).iterator();
        int exit = WatchedFiles.of(List.of(path)).each(() -> runs.add(contents()), () -> {
            if (next.hasNext()) {
                next.next().run();
            } else {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(exit).isZero();
        assertThat(Thread.interrupted()).isTrue();
    }

    private String contents() {
        try (var files = Files.walk(folder)) {
            List<String> texts = new ArrayList<>();
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".rego")).sorted().toList()) {
                texts.add(folder.relativize(file) + "=" + Files.readString(file));
            }
            return String.join(", ", texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete(String name) {
        try {
            Files.delete(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
