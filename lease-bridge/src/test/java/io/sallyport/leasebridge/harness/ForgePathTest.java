package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a path its form alone is read; who asks judges the names. */
final class ForgePathTest {
    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }

    @Test
    void onGithubAnOwnerAndARepositoryComeFirst() {
        assertThat(ForgePath.ofGithub(segments("acme/skills/tree/main/a/b")))
                .isEqualTo(new ForgePath(List.of("acme", "skills"), true, "main", List.of("a", "b")));
        assertThat(ForgePath.ofGithub(segments("acme/skills/blob/main/a.md")))
                .isEqualTo(new ForgePath(List.of("acme", "skills"), false, "main", List.of("a.md")));
    }

    @Test
    void onGitlabADashEndsTheProjectHoweverManyGroupsItLiesIn() {
        assertThat(ForgePath.ofGitlab(segments("group/sub/skills/-/tree/main/a")))
                .isEqualTo(new ForgePath(List.of("group", "sub", "skills"), true, "main", List.of("a")));
    }

    @Test
    void whatThePathEndsBeforeIsEmpty() {
        assertThat(ForgePath.ofGithub(segments("acme/skills/tree")))
                .isEqualTo(new ForgePath(List.of("acme", "skills"), true, "", List.of()));
        assertThat(ForgePath.ofGithub(segments("acme/skills/tree/main/")))
                .isEqualTo(new ForgePath(List.of("acme", "skills"), true, "main", List.of("")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "acme",
                "acme/skills",
                "acme/tree/main/a",
                "acme/skills/raw/main/a",
                "acme/skills/-/tree/main/a"
            })
    void anotherFormIsNoneOfGithub(String path) {
        assertThat(ForgePath.ofGithub(segments(path))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "-/tree/main/a", "acme/skills/tree/main/a", "acme/skills/-", "acme/skills/-/raw/main/a"
            })
    void anotherFormIsNoneOfGitlab(String path) {
        assertThat(ForgePath.ofGitlab(segments(path))).isNull();
    }
}
