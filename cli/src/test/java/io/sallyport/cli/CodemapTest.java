package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodemapTest {
    private static final Path ROOT = Path.of("..");

    /** {@code module/Type}, or a path; other words in code match neither. */
    private static final Pattern NAMED = Pattern.compile("`([a-z-]+)/([A-Za-z0-9/_.-]+)`");

    @Test
    void whatTheCodemapNamesExists() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/codemap.md"));
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Matcher match = NAMED.matcher(text); match.find(); named++) {
            if (!exists(match.group(1), match.group(2))) {
                missing.add(match.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(30);
    }

    @Test
    void everyModuleStandsInTheCodemap() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/codemap.md"));
        Matcher modules = Pattern.compile("<module>(.*)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        List<String> names = modules.results().map(module -> module.group(1)).toList();
        assertThat(names).isNotEmpty();
        assertThat(names)
                .filteredOn(name -> !List.of("bench", "testkit").contains(name))
                .allSatisfy(name -> assertThat(text).contains("`" + name + "`"));
    }

    private static boolean exists(String module, String rest) throws IOException {
        if (Files.exists(ROOT.resolve(module).resolve(rest))) {
            return true;
        }
        Path sources = ROOT.resolve(module).resolve("src/main/java");
        if (!Files.isDirectory(sources)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.anyMatch(file -> file.getFileName().toString().equals(rest + ".java"));
        }
    }
}
