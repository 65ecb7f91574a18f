package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetches what the guide lists, and compares the statuses. */
class FetchGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```fetches\\n(.*?)^```$");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void whatTheGuideSaysIsSo() throws Exception {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("../docs/fetch.md")));
        assertThat(block.find()).isTrue();
        var options = new Options();
        options.allowlist = List.of("https://github.com/acme/skills/");
        try (var fixture = new FetchFixture(directory, options)) {
            fixture.skill("rust", Map.of("SKILL.md", "# Rust\n"));
            fixture.forge.file("ACME/Skills@main", "skills/rust/SKILL.md", "# Rust\n");
            for (String line : block.group(1).lines().toList()) {
                String[] parts = line.split(" ", 2);
                assertThat(fixture.fetch(parts[1]).statusCode()).as(line).isEqualTo(Integer.parseInt(parts[0]));
            }
        }
    }
}
