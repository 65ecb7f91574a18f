package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code harness check}, over files as they lie in a project. */
class HarnessCheckTest {
    private static final String HEAD = "agent: agents/fix.md\nrole: fixer\n";

    @TempDir
    Path folder = Path.of("");

    private Path project = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(folder.resolve("outside.yaml"), HEAD + "slug: secret\n");
    }

    private void write(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private int check(String... more) {
        String[] line = new String[more.length + 3];
        line[0] = "harness";
        line[1] = "check";
        line[2] = project.resolve("fix.yaml").toString();
        System.arraycopy(more, 0, line, 3, more.length);
        return run(line);
    }

    private int run(String... line) {
        return CommandLines.of()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(line);
    }

    @Test
    void aHarnessAndItsBaseAreReadFromTheProject() throws IOException {
        write("fix.yaml", "base: bases/common.yaml\nmodel: m\n");
        write("bases/common.yaml", HEAD);
        assertThat(check()).as(err.toString()).isEqualTo(ExitCodes.OK);
        assertThat(out.toString() + err).isEmpty();
    }

    @Test
    void allErrorsAreToldWithTheirPlaces() throws IOException {
        write("fix.yaml", "base: bases/common.yaml\nmodle: m\nrole: R\n");
        write("bases/common.yaml", HEAD + "effort: extreme\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()
                        .lines()
                        .filter(line -> line.contains(": error "))
                        .map(line -> line.replaceAll("(:[0-9]+:[0-9]+: error [A-Z_]+):.*", "$1")))
                .containsExactly(
                        "bases/common.yaml:3:9: error BAD_VALUE",
                        "fix.yaml:2:1: error UNKNOWN_KEY",
                        "fix.yaml:3:7: error BAD_VALUE");
        assertThat(err.toString()).contains("    modle: m\n    ^\n  help: write model\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"../outside.yaml", "link.yaml", "linked/outside.yaml", "dangling.yaml", "OUTSIDE", "folder"})
    void aBaseOutsideOfTheProjectIsNotRead(String base) throws IOException {
        Files.createSymbolicLink(project.resolve("link.yaml"), folder.resolve("outside.yaml"));
        Files.createSymbolicLink(project.resolve("linked"), folder);
        Files.createSymbolicLink(project.resolve("dangling.yaml"), folder.resolve("nothing"));
        Files.createDirectory(project.resolve("folder"));
        String named = base.equals("OUTSIDE") ? folder.resolve("outside.yaml").toString() : base;
        write("fix.yaml", HEAD + "base: " + named + "\n");
        assertThat(check("--effective")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).startsWith("fix.yaml:3:7: ").hasLineCount(3);
        assertThat(out.toString() + err).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pre_script: linked/x.sh",
                "skills: [linked/skill]",
                "skills: [{s: {a.md: linked/x}}]",
                "host_files: [{src: linked/x, dest: /x}]",
                "api_servers: [{name: a, script: linked/x, port: 0}]",
                "validation_loop: {script: linked/x}",
                "plugins: [linked]",
                "agent_input: dangling/x",
                "post_script: /etc/hostname",
            })
    void aPathThatLeadsOutThroughALinkIsRefused(String field) throws IOException {
        Files.createSymbolicLink(project.resolve("linked"), folder);
        Files.createSymbolicLink(project.resolve("dangling"), folder.resolve("nothing"));
        write("fix.yaml", HEAD + field + "\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains(": error BAD_PATH: ").hasLineCount(3);
    }

    @Test
    void aLinkInsideOfTheProjectIsFollowed() throws IOException {
        write("real/common.yaml", HEAD);
        Files.createSymbolicLink(project.resolve("bases"), project.resolve("real"));
        write("fix.yaml", "base: bases/common.yaml\n");
        assertThat(check()).as(err.toString()).isEqualTo(ExitCodes.OK);
    }

    @Test
    void aProjectCanBeWiderThanTheFolderOfTheHarness() throws IOException {
        write("harness/fix.yaml", "base: harness/common.yaml\n");
        write("harness/common.yaml", HEAD);
        Files.move(project.resolve("harness/fix.yaml"), project.resolve("fix.yaml"));
        assertThat(check("--project", project.toString())).as(err.toString()).isEqualTo(ExitCodes.OK);
        assertThat(check("--project", project.resolve("nothing").toString())).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aPinnedDocumentIsKnownByItsHashAndNeverFetched() throws IOException {
        write("given/any.yaml", HEAD);
        write("given/other.yaml", HEAD + "# changed\n");
        write("fix.yaml", "base: https://host.example/b.yaml#sha256=" + Sha256.hexOf(HEAD) + "\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("UNRESOLVED_BASE").contains("none is fetched");
        assertThat(check("--document", project.resolve("given/other.yaml").toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(check("--document", project.resolve("given/any.yaml").toString()))
                .isEqualTo(ExitCodes.OK);
    }

    @Test
    void aVariableIsOneThatIsSetOrNamed() throws IOException {
        write("fix.yaml", HEAD + "env: {runner: {A: \"${SALLYPORT_TEST_UNSET_VARIABLE}\"}}\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("fix.yaml:3:19: error UNKNOWN_VARIABLE");
        assertThat(check("--variable", "SALLYPORT_TEST_UNSET_VARIABLE")).isEqualTo(ExitCodes.OK);
    }

    @Test
    void theEffectiveHarnessSaysWhereEachValueComesFrom() throws IOException {
        write(
                "fix.yaml",
                "base: bases/common.yaml\nmodel: m\nskills: [{skills/b: {x: null}}]\nforge: {github: {slug: \"a: b\"}}\n");
        write("bases/common.yaml", HEAD + "skills: [skills/a, {old/b: {y: z.md}}]\nenv: {sandbox: {A: \"1\"}}\n");
        assertThat(check("--effective", "--forge", "github")).as(err.toString()).isEqualTo(ExitCodes.OK);
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +# ", " # ")))
                .containsExactly("""
                agent: agents/fix.md # bases/common.yaml:1:8 (base)
                role: fixer # bases/common.yaml:2:7 (base)
                skills:
                  - skills/a # bases/common.yaml:3:10 (base)
                  - skills/b:
                      y: z.md # bases/common.yaml:3:32 (base)
                      x: null # fix.yaml:3:25 (child)
                env:
                  sandbox:
                    A: "1" # bases/common.yaml:4:20 (base)
                model: m # fix.yaml:2:8 (child)
                slug: "a: b" # fix.yaml:4:24 (forge)
                """.lines().toArray(String[]::new));
    }

    @Test
    void theEffectiveHarnessComesAsJsonToo() throws IOException {
        write("fix.yaml", HEAD + "timeout_minutes: 5\nallowed_remote_resources: []\nenv: {sandbox: {a/b: c}}\n");
        assertThat(check("--effective", "--json")).isEqualTo(ExitCodes.OK);
        JsonNode answer = JsonMapper.shared().readTree(out.toString());
        assertThat(answer.at("/status").asString()).isEqualTo("valid");
        assertThat(answer.at("/effective/timeout_minutes").asInt()).isEqualTo(5);
        assertThat(answer.at("/origins").path("/env/sandbox/a~1b").toString())
                .isEqualTo("{\"document\":\"fix.yaml\",\"line\":5,\"column\":22,\"layer\":\"child\"}");
        assertThat(answer.at("/origins")
                        .path("/allowed_remote_resources")
                        .path("line")
                        .asInt())
                .isEqualTo(4);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void otherCommandsReadWhatAHarnessNamesWhereItLies() throws IOException {
        write(
                "fix.yaml",
                "base: bases/common.yaml\nopenshell: {profiles: [reader]}\nenv: {runner: {A: \"${PATH}\"}}\n");
        write("bases/common.yaml", HEAD);
        write("profiles/reader.yaml", "id: reader\nendpoints: [{host: a.example.com, port: 443, access: read-only}]\n");
        String harness = project.resolve("fix.yaml").toString();
        assertThat(run("policy", "eval", "--harness", harness, "GET", "https://a.example.com/x"))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
        assertThat(run("policy", "eval", "--harness", harness, "POST", "https://a.example.com/x"))
                .isEqualTo(ExitCodes.NO);
        Files.delete(project.resolve("bases/common.yaml"));
        Files.createSymbolicLink(project.resolve("bases/common.yaml"), folder.resolve("outside.yaml"));
        assertThat(run("policy", "eval", "--harness", harness, "GET", "https://a.example.com/x"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("UNRESOLVED_BASE");
    }

    @Test
    void aHarnessNamesProfilesThatShip() throws IOException {
        write(
                "fix.yaml",
                HEAD
                        + "openshell: {profiles: [github-push@acme/app, gitlab-push@acme/app, npm-registry@packages.example.com]}\n");
        String harness = project.resolve("fix.yaml").toString();
        String push = "https://github.com/acme/app.git/git-receive-pack";
        assertThat(run("policy", "eval", "--harness", harness, "POST", push))
                .as(err.toString())
                .isEqualTo(ExitCodes.OK);
        assertThat(run("policy", "eval", "--harness", harness, "GET", "https://packages.example.com/left-pad"))
                .isEqualTo(ExitCodes.OK);
        assertThat(run("policy", "eval", "--harness", harness, "POST", push.replace("app", "other")))
                .isEqualTo(ExitCodes.NO);
    }

    @ParameterizedTest
    @CsvSource({
        "github-push, write github-push@REPOSITORY",
        "github-read@acme/app, write github-read",
        "'\"npm-registry@*.npm.test\"', npm-registry@*.npm.test",
        "github-push@acme/app/../../x, github-push@acme/app/../../x",
        "profiles/github-read.yaml, no such file in the project",
        "github, no such file in the project"
    })
    void aHarnessThatNamesAProfileWronglyIsRefused(String profile, String why) throws IOException {
        write("fix.yaml", HEAD + "openshell: {profiles: [" + profile + "]}\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString() + out).contains(why);
    }

    @Test
    void aPartThatIsAskedForAndMissingIsAnError() throws IOException {
        write("fix.yaml", HEAD);
        assertThat(check("--forge", "gitlab")).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("NO_FORGE_PART");
        assertThat(check("--forge", "bitbucket")).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void theGatewaysConfigurationSaysWhatMayBeNamed() throws IOException {
        write("gateway.yaml", "harness: {allowed_remote_resources: [\"https://github.com/acme/\"]}\n");
        write("none.yaml", "harness: {allowed_remote_resources: []}\n");
        write("warn.yaml", "harness: {unknown_keys: warn}\n");
        write("bad.yaml", "harness: {allowed_remote_resources: [\"github.com\"]}\n");
        write("fix.yaml", HEAD + "allowed_remote_resources: [\"https://github.com/acme/skills/\"]\n");
        assertThat(check("--config", project.resolve("gateway.yaml").toString()))
                .isEqualTo(ExitCodes.OK);
        assertThat(check("--config", project.resolve("none.yaml").toString())).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("fix.yaml:3:28: error NOT_IN_ORGANISATION");
        assertThat(check("--config", project.resolve("bad.yaml").toString())).isEqualTo(ExitCodes.UNUSABLE);
        write("fix.yaml", HEAD + "nosuch: 1\n");
        assertThat(check("--config", project.resolve("warn.yaml").toString())).isEqualTo(ExitCodes.OK);
    }

    @Test
    void theProgramOfAServerIsAnExecutableFileWhereItIsThere() throws IOException {
        write("fix.yaml", HEAD + "api_servers: [{name: build, script: servers/build, port: 0}]\n");
        assertThat(check()).isEqualTo(ExitCodes.OK);
        assertThat(err.toString()).contains("fix.yaml:3:37", "NOT_THERE");
        write("servers/build", "#!/bin/sh\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("NOT_EXECUTABLE");
        err.getBuffer().setLength(0);
        project.resolve("servers/build").toFile().setExecutable(true);
        assertThat(check()).isEqualTo(ExitCodes.OK);
        assertThat(err.toString()).doesNotContain("build");
        write("fix.yaml", HEAD + "api_servers: [{name: build, script: servers, port: 0}]\n");
        assertThat(check()).isEqualTo(ExitCodes.UNUSABLE);
    }
}
