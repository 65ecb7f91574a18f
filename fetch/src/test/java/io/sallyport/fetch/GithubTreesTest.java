package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.LocalForge.Trees;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What lies below a directory's directories is listed by the trees API. */
@Execution(ExecutionMode.CONCURRENT)
class GithubTreesTest {
    private static final Map<String, String> DEEP =
            Map.of("SKILL.md", "# A\n", "a/b/c/d", "1", "a/b/e", "2", "a/f/g", "3", "h/i/j", "4");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void oneCallListsAllBelowADirectory() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            HttpResponse<String> answer = fixture.fetch(fixture.skill("a", DEEP));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(FetchFixture.below(fixture.landed(answer))).contains("a/b/c/d", "h/i/j");
            assertThat(fixture.forge.calls()).isEqualTo(1 + 2 + DEEP.size());
            assertThat(fixture.auditLines().getFirst()).contains("\"transport\":\"api\"");
        }
    }

    @Test
    void aForgeWithoutItIsListedDirectoryByDirectory() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            fixture.forge.trees(Trees.ABSENT);
            assertThat(fixture.fetch(fixture.skill("a", DEEP)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aListingThatIsNotAllIsRefused() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            fixture.forge.trees(Trees.TRUNCATED);
            assertThat(fixture.fetch(fixture.skill("a", DEEP)).body())
                    .contains("a directory of more entries than the forge lists");
        }
    }

    @Test
    void linksAndSubmodulesInItAreRefusedByName() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("a", DEEP);
            fixture.forge.list(FetchFixture.REPOSITORY, "skills/a/a/b", "link", "skills/a/a/b/link", "symlink");
            assertThat(fixture.fetch(url).body()).contains("a symbolic link: skills/a/a/b/link");
            fixture.forge.list(FetchFixture.REPOSITORY, "skills/a/h", "sub", "skills/a/h/sub", "submodule");
            assertThat(fixture.fetch(url).body()).contains("refused");
        }
    }

    @Test
    void manyDirectoriesLeaveCallsForTheirFiles() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            Map<String, String> files = new HashMap<>();
            for (int i = 0; i < 150; i++) {
                files.put("d/e" + i + "/SKILL.md", "file " + i);
            }
            assertThat(fixture.fetch(fixture.skill("many", files)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void moreFilesThanCallsAreRefusedBeforeAnyIsGot() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            Map<String, String> files = new HashMap<>();
            for (int i = 0; i < 200; i++) {
                files.put("f" + i, "file " + i);
            }
            assertThat(fixture.fetch(fixture.skill("many", files)).body()).contains("more than 200 calls to the forge");
            assertThat(fixture.forge.calls()).isEqualTo(1);
        }
    }
}
