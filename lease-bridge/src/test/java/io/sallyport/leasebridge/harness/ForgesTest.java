package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Grant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forges of the operator count as the public ones do. */
final class ForgesTest extends HarnessReadings {
    private static final String PIN = "#sha256=" + "a".repeat(64);

    private static HarnessReader.Result read(String yaml, boolean foldsCase) {
        var forges = new Forges(Set.of("github.com", "git.corp.example"), Set.of("lab.corp.example"), foldsCase);
        var settings = new HarnessSettings(false, OrganisationAllowlist.UNSET, Lent.NOTHING, forges);
        return HarnessReader.read(
                "harness", HEAD + yaml, new HarnessContext(settings, GivenDocuments.NONE, null, false));
    }

    private static String skill(String url) {
        String host = url.substring(0, url.indexOf('/', "https://".length()) + 1);
        return "allowed_remote_resources: [\"" + host + "\"]\nskills: [\"" + url + PIN + "\"]\n";
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.corp.example/acme/skills/tree/main/lint, true",
        "https://git.corp.example/acme/skills/blob/main/lint, false",
        "https://lab.corp.example/acme/sub/skills/-/tree/main/lint, true",
        "https://lab.corp.example/acme/skills/tree/main/lint, false",
        "https://gitlab.com/acme/skills/-/tree/main/lint, false",
        "https://other.example/acme/skills/tree/main/lint, false",
    })
    void aSkillLiesOnAForgeThatTheOperatorNamesInTheFormOfItsKind(String url, boolean isTaken) {
        HarnessReader.Result result = read(skill(url), true);
        if (isTaken) {
            assertThat(result.diagnostics()).isEmpty();
        } else {
            assertThat(errors(result)).containsExactly("harness:4:10 BAD_URL");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.corp.example/Acme/Skills/, true, /acme/skills/x, true",
        "https://git.corp.example/Acme/Skills/, false, /acme/skills/x, false",
        "https://git.corp.example/Acme/Skills/, false, /Acme/Skills/x, true",
        "https://git.corp.example/acme/skills/Sub/, true, /acme/skills/sub/x, false",
        "https://files.example/Acme/Skills/, true, /acme/skills/x, false",
    })
    void caseOfOwnerAndRepositoryIsFoldedOnForgesAloneAndOnlyWhereTheOperatorHasIt(
            String entry, boolean foldsCase, String path, boolean isCovered) {
        var read = (HarnessReader.Read) read("allowed_remote_resources: [\"" + entry + "\"]\n", foldsCase);
        List<Grant> grants = read.harness().grants();
        assertThat(grants)
                .singleElement()
                .isInstanceOfSatisfying(
                        Grant.Net.class,
                        net -> assertThat(covers(net.path(), path)).isEqualTo(isCovered));
    }

    @Test
    void thePublicForgesAreGithubAndGitlab() {
        assertThat(errors(HarnessReader.read(
                        "harness", HEAD + skill("https://git.corp.example/a/b/tree/c/d"), HarnessContext.alone(false))))
                .containsExactly("harness:4:10 BAD_URL");
    }
}
