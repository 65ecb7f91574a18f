package io.sallyport.cli;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the lists that name tests: each test exists, and every line has one. */
class NamedTestsTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");
    private static final int LAST_OF_K = 84;
    private static final Path ROOT = Path.of("..");

    @ParameterizedTest
    @ValueSource(strings = {"bad-input.md", "bad-policies.md", "threats.md", "http2-conformance.md", "fence.md"})
    void everyTestThatIsNamedIsThere(String page) throws IOException {
        Map<String, String> sources = sources();
        List<MatchResult> named = NAMED.matcher(page(page)).results().toList();
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
        assertThat(items("bad-input.md"))
                .hasSizeGreaterThan(10)
                .allMatch(item -> item.matches("\\*\\*.*\\. Shown by `(BadRequests|BadDocuments)Test\\..*"));
    }

    /** Each number of the checklist A to K is in one list: with a test, or with what it waits for. */
    @Test
    void everyThreatIsMetOrWaits() throws IOException {
        List<String> lines = items("threats.md").stream()
                .filter(item -> item.matches("\\*\\*\\d.*"))
                .toList();
        List<Integer> numbers = lines.stream()
                .flatMap(item -> Stream.of(item.split("\\*\\*", -1)[1].split(",", -1)))
                .map(number -> Integer.valueOf(number.strip()))
                .filter(number -> number <= LAST_OF_K)
                .toList();
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, LAST_OF_K).boxed().toList());
        assertThat(lines)
                .filteredOn(item -> !item.contains("** wait for: "))
                .hasSizeGreaterThan(50)
                .allMatch(item -> NAMED.matcher(item).find());
    }

    /** Returns the items of the lists of {@code page}, each as one line. */
    private static List<String> items(String page) throws IOException {
        return Stream.of(page(page).replace("\n  ", " ").split("\n", -1))
                .filter(line -> line.startsWith("- "))
                .map(line -> line.substring(2))
                .toList();
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    /** Returns the text of every test class, by its simple name. */
    private static Map<String, String> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(NamedTestsTest::below)
                    .filter(file -> file.toString().endsWith("Test.java"))
                    .collect(Collectors.toMap(
                            file -> String.valueOf(file.getFileName()).replace(".java", ""),
                            NamedTestsTest::text,
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
