package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every page of the documentation. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DECISIONS = ROOT.resolve("docs/decisions");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern COMMENT = Pattern.compile("\\s*(\\*|/\\*|//)");
    private static final int WIDTH = 120;
    private static final int LINES_OF_A_DECISION_PAGE = 80;

    @Test
    void everyLinkLeadsToAPageAndItsHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            for (MatchResult link : LINK.matcher(prose(page)).results().toList()) {
                links++;
                if (!link.group(1).contains("://") && !leads(page, link.group(1))) {
                    broken.add(page + ": " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    @Test
    void linesAreShort() throws IOException {
        for (Path page : pages()) {
            assertThat(prose(page).lines()).as(page.toString()).allMatch(line -> line.length() < WIDTH);
        }
    }

    /** Code is laid out by the build; comments are left as they are. */
    @Test
    void commentsAreShort() throws IOException {
        for (Path source : sources()) {
            assertThat(Files.readAllLines(source).stream()
                            .filter(line -> COMMENT.matcher(line).lookingAt()))
                    .as(source.toString())
                    .allMatch(line -> line.length() <= WIDTH);
        }
    }

    @Test
    void everyPageOfDecisionsIsShortAndInTheIndex() throws IOException {
        String index = Files.readString(DECISIONS.resolve("README.md"));
        try (Stream<Path> pages = Files.list(DECISIONS)) {
            for (Path page : pages.filter(file -> !file.endsWith("README.md")).toList()) {
                assertThat(Files.readAllLines(page)).as(page.toString()).hasSizeLessThan(LINES_OF_A_DECISION_PAGE);
                assertThat(index).contains("](" + page.getFileName() + ")");
            }
        }
    }

    private static boolean leads(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** Returns the anchors as GitHub derives them from headings: the second of two equal ones ends in {@code -1}. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        for (MatchResult heading : HEADING.matcher(prose(page)).results().toList()) {
            String words = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "");
            String anchor = words.replace(' ', '-');
            for (int again = 1; !anchors.add(anchor); again++) {
                anchor = words.replace(' ', '-') + "-" + again;
            }
        }
        return anchors;
    }

    private static String prose(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path folder : modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(1_000);
        return sources;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("rego/README.md")));
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"), DECISIONS)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }
}
