package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.context;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.testkit.Tools;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Helpers of docker and git: scripts, and git's own. */
@Timeout(60)
class CredentialHelpersTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String SECRET = "s3cr3t-helper";

    @TempDir
    private Path folder;

    private SourceContext here() {
        return context(Map.of("PATH", folder + ":" + Tools.searchPath(), "HOME", folder.toString()));
    }

    private Path program(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private SecretFetch docker(String script) throws IOException {
        program("docker-credential-sample", script);
        return accepted(DockerHelper.of("sample", "https://registry.example/v1/", LIMIT))
                .fetch(here());
    }

    @Test
    void aDockerHelperReadsTheServerAndPrintsUserAndSecret() throws IOException {
        String script = "[ \"$1\" = get ] && [ \"$(cat)\" = https://registry.example/v1/ ] || exit 1\n"
                + "echo '{\"ServerURL\":\"https://registry.example/v1/\",\"Username\":\"ci\",\"Secret\":\"" + SECRET
                + "\"}'";
        assertThat(texts(docker(script))).isEqualTo(Map.of("username", "ci", "password", SECRET));
    }

    @Test
    void anIdentityTokenOfDockerIsNoPassword() throws IOException {
        assertThat(texts(docker("echo '{\"Username\":\"<token>\",\"Secret\":\"" + SECRET + "\"}'")))
                .isEqualTo(Map.of("identity_token", SECRET));
    }

    @Test
    void whatADockerHelperPrintsInAFailureIsNotTold() throws IOException {
        assertThat(reason(docker("echo \"" + SECRET + " not found\"; exit 1"), SECRET))
                .isEqualTo("docker-credential-sample ended with status 1");
        assertThat(reason(docker("echo " + SECRET), SECRET))
                .isEqualTo("docker-credential-sample printed no JSON object");
        assertThat(reason(docker("echo '{\"Secret\":\"" + SECRET + "\"}'"), SECRET))
                .isEqualTo("docker-credential-sample has no string Username");
    }

    @Test
    void aNameThatLeadsToAnotherProgramIsRefused() {
        assertThat(why(DockerHelper.of("../sh", "https://registry.example", LIMIT)))
                .contains("name of a Docker helper");
        assertThat(why(DockerHelper.of("x", "https://registry.example\n", LIMIT)))
                .contains("without spaces");
    }

    private SecretFetch git(String script) throws IOException {
        Path helper = program("helper", script);
        return accepted(GitHelper.ofHelper(List.of(helper.toString()), "https://forge.example/team/app.git", LIMIT))
                .fetch(here());
    }

    @Test
    void aGitHelperReadsAttributesAndPrintsThem() throws IOException {
        String script = "[ \"$1\" = get ] || exit 1\n"
                + "[ \"$(cat)\" = \"$(printf 'protocol=https\\nhost=forge.example\\n')\" ] || exit 2\n"
                + "echo username=x-access-token; echo password=" + SECRET + "=; echo password_expiry_utc="
                + NOW.plusSeconds(60).getEpochSecond();
        SecretFetch fetch = git(script);
        assertThat(((Fetched) fetch).end()).isEqualTo(NOW.plusSeconds(60));
        assertThat(texts(fetch)).isEqualTo(Map.of("username", "x-access-token", "password", SECRET + "="));
    }

    @Test
    void anExpiryThatCannotBeReadHasPassed() throws IOException {
        SecretFetch fetch = git("echo username=a; echo password=b; echo password_expiry_utc=soon");
        assertThat(((Fetched) fetch).end()).isBefore(NOW);
        texts(fetch);
    }

    @Test
    void aHelperWithoutCredentialsIsNamed() throws IOException {
        assertThat(reason(git("true"), SECRET)).endsWith("helper has no username for forge.example");
        assertThat(reason(git("echo username=" + SECRET), SECRET)).endsWith("helper has no password for forge.example");
    }

    @Test
    void gitItselfAnswersWithTheHelpersOfItsConfiguration() throws IOException {
        RequireTool.require("git");
        Files.writeString(folder.resolve("store"), "https://ci:" + SECRET + "@forge.example\n");
        Files.writeString(
                folder.resolve(".gitconfig"),
                "[credential]\n\thelper = store --file " + folder.resolve("store") + "\n");
        assertThat(texts(accepted(GitHelper.ofGit("https://forge.example/a", LIMIT))
                        .fetch(here())))
                .isEqualTo(Map.of("username", "ci", "password", SECRET));
        var unknown = accepted(GitHelper.ofGit("https://other.example/a", LIMIT));
        assertThat(reason(unknown.fetch(here()), SECRET)).isEqualTo("git ended with status 128");
    }

    @Test
    void aHelperOfGitIsCalledAlone() throws IOException {
        RequireTool.require("git");
        Path store = Files.writeString(folder.resolve("store"), "https://ci:" + SECRET + "@forge.example\n");
        var helper = List.of("git", "credential-store", "--file", store.toString());
        assertThat(texts(accepted(GitHelper.ofHelper(helper, "https://forge.example/a", LIMIT))
                        .fetch(here())))
                .isEqualTo(Map.of("username", "ci", "password", SECRET));
    }

    @Test
    void settingsOfGitAreChecked() {
        why(GitHelper.ofGit("https://forge.example/a\nhost=other", LIMIT));
        why(GitHelper.ofGit("https://u:p@forge.example/", LIMIT));
        assertThat(why(GitHelper.ofHelper(List.of(), "https://forge.example/", LIMIT)))
                .isEqualTo("a command begins with its program");
    }
}
