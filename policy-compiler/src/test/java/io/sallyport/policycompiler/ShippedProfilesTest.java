package io.sallyport.policycompiler;

import static io.sallyport.policycompiler.CompiledHarnesses.compiled;
import static io.sallyport.policycompiler.CompiledHarnesses.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.profile.ShippedProfile;
import io.sallyport.leasebridge.profile.ShippedProfiles;
import io.sallyport.leasebridge.profile.ShippedProfiles.Chosen;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Decision;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each profile that ships allows, and what it refuses. */
class ShippedProfilesTest {
    /** By the profile as it is attached: {@code +} what it allows, {@code -} what it refuses. */
    private static final String CASES = """
            github-read
            + GET https://github.com/acme/app.git/info/refs?service=git-upload-pack
            + POST https://github.com/acme/app.git/git-upload-pack
            + GET https://github.com/acme/app/archive/refs/tags/v1.tar.gz
            + GET https://github.com/acme/app/releases/download/v1/app.zip
            + GET https://api.github.com/repos/acme/app/pulls
            + GET https://codeload.github.com/acme/app/tar.gz/refs/heads/main
            + GET https://raw.githubusercontent.com/acme/app/main/README.md
            - GET https://github.com/acme/app.git/info/refs?service=git-receive-pack
            - GET https://github.com/acme/app.git/info/refs
            - GET https://github.com/acme/app.git/info/refs?service=git-upload-pack&service=git-receive-pack
            - POST https://github.com/acme/app.git/git-receive-pack
            - POST https://github.com/login
            - POST https://api.github.com/gists
            - GET https://gist.github.com/acme/1
            - POST https://uploads.github.com/repos/acme/app/releases/1/assets
            github-push@acme/app,acme/web.git
            + GET https://github.com/acme/app.git/info/refs?service=git-receive-pack
            + POST https://github.com/acme/app/git-receive-pack
            + POST https://github.com/acme/web.git/git-receive-pack
            - POST https://github.com/acme/other.git/git-receive-pack
            - POST https://github.com/acme/app.git.evil/git-receive-pack
            - POST https://github.com/acme/app/x/git-receive-pack
            - GET https://github.com/acme/app.git/info/refs?service=git-upload-pack
            - POST https://api.github.com/repos/acme/app/pulls
            gitlab-read
            + GET https://gitlab.com/group/sub/app.git/info/refs?service=git-upload-pack
            + POST https://gitlab.com/group/sub/app.git/git-upload-pack
            + GET https://gitlab.com/api/v4/projects/1
            + GET https://gitlab.com/group/app/-/archive/main/app.tar.gz
            - GET https://gitlab.com/group/app.git/info/refs?service=git-receive-pack
            - POST https://gitlab.com/group/app.git/git-receive-pack
            - POST https://gitlab.com/api/v4/projects
            - GET https://other.gitlab.com/api/v4/projects/1
            gitlab-push@group/sub/app
            + POST https://gitlab.com/group/sub/app.git/git-receive-pack
            - POST https://gitlab.com/group/app.git/git-receive-pack
            - GET https://gitlab.com/api/v4/projects/1
            anthropic
            + POST https://api.anthropic.com/v1/messages
            + POST https://api.anthropic.com/v1/messages/count_tokens
            + GET https://api.anthropic.com/v1/models
            - POST https://api.anthropic.com/v1/files
            - POST https://api.anthropic.com/v1/messages/batches
            - GET https://api.anthropic.com/v1/organizations/users
            openai
            + POST https://api.openai.com/v1/responses
            + POST https://api.openai.com/v1/chat/completions
            + GET https://api.openai.com/v1/models/gpt
            - POST https://api.openai.com/v1/files
            - DELETE https://api.openai.com/v1/models/gpt
            - GET https://chatgpt.com/v1/models
            gemini
            + POST https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:streamGenerateContent
            + GET https://generativelanguage.googleapis.com/v1beta/models
            - POST https://generativelanguage.googleapis.com/upload/v1beta/files
            - POST https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:batchGenerateContent
            - GET https://storage.googleapis.com/v1beta/models
            openrouter
            + POST https://openrouter.ai/api/v1/chat/completions
            - POST https://openrouter.ai/api/v1/keys
            deepinfra
            + POST https://api.deepinfra.com/v1/openai/chat/completions
            - POST https://api.deepinfra.com/v1/openai/files
            nvidia
            + POST https://integrate.api.nvidia.com/v1/chat/completions
            - POST https://integrate.api.nvidia.com/v1/uploads
            python-index@index.test,files.test
            + GET https://index.test/simple/tool/
            + GET https://files.test/packages/tool.whl
            - POST https://index.test/legacy/
            - GET https://other.test/simple/tool/
            - GET http://index.test/../simple
            npm-registry@npm.test
            + GET https://npm.test/left-pad
            + POST https://npm.test/-/npm/v1/security/advisories/bulk
            - PUT https://npm.test/left-pad
            - POST https://npm.test/-/v1/login
            maven-repository@maven.test
            + GET https://maven.test/org/a/1/a-1.jar
            - PUT https://maven.test/org/a/1/a-1.jar
            go-module-proxy@go.test
            + GET https://go.test/example.com/m/@v/list
            - POST https://go.test/example.com/m/@v/list
            crate-index@crates.test
            + GET https://crates.test/config.json
            - PUT https://crates.test/api/v1/crates/new
            debian-archive@deb.test
            + GET http://deb.test/debian/dists/stable/InRelease
            + GET https://deb.test/debian/dists/stable/InRelease
            - POST http://deb.test/debian
            - GET http://deb.test:8080/debian
            """;

    private static final Map<String, PolicySnapshot> COMPILED = new HashMap<>();

    private static Chosen chosen(String reference) {
        return ((Parsed.Accepted<Chosen>) ShippedProfiles.find(reference).orElseThrow()).value();
    }

    private static PolicySnapshot policy(String reference) {
        return COMPILED.computeIfAbsent(reference, _ -> {
            Chosen chosen = chosen(reference);
            String file = "profiles/" + chosen.name() + ".yaml";
            var files = new HarnessFiles(Map.of(file, chosen.text()), List.of(chosen.name()), null);
            return snapshot(compiled(null, null, null, files, Lent.NOTHING));
        });
    }

    private static boolean isAllowed(PolicySnapshot policy, String method, String target) {
        return switch (CanonicalUrl.parse(target, Dialect.WIRE)) {
            case Canonicalized.Rejected<CanonicalUrl> _ -> false;
            case Canonicalized.Accepted<CanonicalUrl>(var url) ->
                policy.decide(CanonicalRequest.http(
                                url.scheme(), url.host(), url.port(), method, url.path(), url.query()))
                        instanceof Decision.Allow;
        };
    }

    static List<List<String>> cases() {
        List<List<String>> cases = new ArrayList<>();
        String profile = "";
        for (String line : CASES.lines().toList()) {
            if (line.charAt(1) == ' ') {
                cases.add(List.of(profile, line));
            } else {
                profile = line;
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allowsAndRefuses(List<String> line) {
        String[] words = line.get(1).split(" ", -1);
        assertThat(isAllowed(policy(line.getFirst()), words[1], words[2])).isEqualTo(words[0].equals("+"));
    }

    @Test
    void eachHasWhatItAllowsAndWhatItRefuses() {
        for (ShippedProfile profile : ShippedProfiles.all()) {
            List<String> own = cases().stream()
                    .filter(line -> line.getFirst().split("@", -1)[0].equals(profile.name()))
                    .map(line -> line.get(1).substring(0, 1))
                    .distinct()
                    .toList();
            assertThat(own).as(profile.name()).containsExactlyInAnyOrder("+", "-");
        }
    }

    @Test
    void thoseForReadingAndForPushingAddUp() {
        Chosen read = chosen("github-read");
        Chosen push = chosen("github-push@acme/app");
        var files = new HarnessFiles(
                Map.of("profiles/github-read.yaml", read.text(), "profiles/github-push.yaml", push.text()),
                List.of(read.name(), push.name()),
                null);
        PolicySnapshot both = snapshot(compiled(null, null, null, files, Lent.NOTHING));
        assertThat(isAllowed(both, "POST", "https://github.com/acme/app.git/git-receive-pack"))
                .isTrue();
        assertThat(isAllowed(both, "POST", "https://github.com/acme/app.git/git-upload-pack"))
                .isTrue();
        assertThat(isAllowed(both, "POST", "https://github.com/acme/web.git/git-receive-pack"))
                .isFalse();
    }

    @Test
    void eachNamesTheSourceOfItsHostsAndItsDate() {
        assertThat(ShippedProfiles.all())
                .allSatisfy(profile -> assertThat(
                                profile.template().lines().findFirst().orElse(""))
                        .matches("# (Hosts?: .*read 2026-11-27\\.|The hosts are the user's\\..*)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github-read@acme/app",
                "github-push",
                "github-push@",
                "github-push@acme",
                "github-push@acme/*",
                "github-push@acme/../other",
                "github-push@acme/{a,b}",
                "github-push@acme/app\", x: \"",
                "github-push@acme//app",
                "python-index",
                "python-index@",
                "python-index@*.example.com",
                "python-index@a.test,",
                "python-index@a.test/path",
                "python-index@a.test\", port: 1, host: \"b.test",
                "python-index@a.test\n"
            })
    void whatItsUserSaysIsOneHostOrOneRepository(String reference) {
        assertThat(ShippedProfiles.find(reference))
                .hasValueSatisfying(found -> assertThat(found).isInstanceOf(Parsed.Rejected.class));
    }

    @Test
    void noOtherNameShips() {
        assertThat(ShippedProfiles.find("github")).isEmpty();
        assertThat(ShippedProfiles.find("profiles/x@1.yaml")).isEmpty();
    }
}
