package io.sallyport.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of bad input names tests: each is there, and each line has one over a whole gateway. */
class BadInputTableTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");
    private static final Path ROOT = Path.of("..");

    @Test
    void everyTestThatIsNamedIsThere() throws IOException {
        Map<String, String> sources = sources();
        List<MatchResult> named = NAMED.matcher(table()).results().toList();
        assertThat(named).hasSizeGreaterThan(20);
        for (MatchResult test : named) {
            assertThat(sources).containsKey(test.group(1));
            if (test.group(2) != null) {
                assertThat(sources.getOrDefault(test.group(1), "").contains("\n    void " + test.group(2) + "("))
                        .as(test.group())
                        .isTrue();
            }
        }
    }

    @Test
    void everyLineIsShownOverAWholeGateway() throws IOException {
        List<String> lines = table().lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| input "))
                .toList();
        assertThat(lines)
                .hasSizeGreaterThan(10)
                .allMatch(line -> line.split("\\|", -1)[3].matches(" `(BadRequests|BadDocuments)Test\\..*"));
    }

    private static String table() throws IOException {
        return Files.readString(ROOT.resolve("docs/bad-input.md"));
    }

    /** The text of every test class, by its simple name. */
    private static Map<String, String> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(BadInputTableTest::below)
                    .filter(file -> file.toString().endsWith("Test.java"))
                    .collect(Collectors.toMap(
                            file -> String.valueOf(file.getFileName()).replace(".java", ""),
                            BadInputTableTest::text,
                            (one, other) -> one + other));
        }
    }

    private static Stream<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
