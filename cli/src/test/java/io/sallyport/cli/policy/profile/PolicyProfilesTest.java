package io.sallyport.cli.policy.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyProfilesTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void listsWhatEachAllows() {
        Client.Ended listed = CommandInProcess.run("policy", "profiles");
        assertThat(listed.exit()).isZero();
        assertThat(listed.out())
                .contains("github-push@REPOSITORY: Push to ")
                .contains("  rest api.github.com:443 read-only\n")
                .contains("python-index@HOST: ");
    }

    @Test
    void printsOneFilledIn() {
        Client.Ended printed = CommandInProcess.run("policy", "profiles", "python-index@a.test,b.test");
        assertThat(printed.out())
                .contains("id: python-index\n")
                .contains("{host: \"a.test\", ")
                .contains("{host: \"b.test\", ");
    }

    @ParameterizedTest
    @CsvSource({"nothing,no profile of this name ships", "python-index,write python-index@HOST"})
    void refusesWhatDoesNotShip(String name, String why) {
        Client.Ended refused = CommandInProcess.run("policy", "profiles", name);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains(why);
    }

    @ParameterizedTest
    @CsvSource({
        "github-push@acme/app,POST,https://github.com/acme/app.git/git-receive-pack,allow",
        "github-push@acme/app,POST,https://github.com/acme/web.git/git-receive-pack,deny",
        "python-index@index.example.com,GET,https://index.example.com/simple/,allow",
        "python-index@index.example.com,GET,https://other.example.com/simple/,deny"
    })
    void eachCommandWithDocumentsTakesThem(String profile, String method, String url, String verdict) {
        Client.Ended judged = CommandInProcess.run("policy", "eval", "--profile", profile, "--", method, url);
        assertThat(judged.out()).startsWith(verdict + " ");
    }

    @Test
    void aFileOfTheProjectTakesThePlaceOfOneThatShips() throws Exception {
        Files.createDirectories(folder.resolve("profiles"));
        Files.writeString(
                folder.resolve("profiles/anthropic.yaml"),
                "id: anthropic\nendpoints: [{host: models.test, port: 443, access: full}]\n");
        Client.Ended judged = CommandInProcess.run(
                "policy",
                "eval",
                "--project",
                folder.toString(),
                "--profile",
                "anthropic",
                "--",
                "POST",
                "https://api.anthropic.com/v1/messages");
        assertThat(judged.out()).startsWith("deny no_grant");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "github-push@acme/* | --profile github-push@acme/*: OWNER/REPOSITORY is wanted",
                "python-index | --profile python-index: write python-index@HOST"
            })
    void aValueThatIsNoHostOrRepositoryIsRefused(String profile, String why) {
        Client.Ended refused =
                CommandInProcess.run("policy", "eval", "--profile", profile, "--", "GET", "https://a.test/");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains(why);
    }

    @Test
    void oneProfileWithTwoValuesIsWrittenInOneWord() {
        Client.Ended refused = CommandInProcess.run(
                "policy",
                "eval",
                "--profile",
                "python-index@a.test",
                "--profile",
                "python-index@b.test",
                "--",
                "GET",
                "https://a.test/");
        assertThat(refused.err()).contains("write one python-index@, with commas");
    }
}
