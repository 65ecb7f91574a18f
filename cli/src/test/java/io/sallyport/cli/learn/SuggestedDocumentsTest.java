package io.sallyport.cli.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code policy suggest} over the records of a fleet. */
class SuggestedDocumentsTest {
    private static final String RECORD = """
            {"v":1,"audit_id":"1m7q8eckv0000","time":"2026-11-18T12:00:00.123Z","sandbox":"%s","kind":"http",\
            "verdict":"%s","reason":"%s","scheme":"https","host":"%s","port":443,"method":"GET","path":"%s"}
            """;

    private static final String REFUSED = RECORD.formatted("sb-1", "deny", "no_grant", "a.test.org", "/x");
    private static final String PASSED = RECORD.formatted("sb-1", "allow", "granted", "b.test.org", "/y");
    private static final String OTHER = RECORD.formatted("sb-2", "deny", "no_grant", "c.test.org", "/z");
    private static final String BY_RULE = RECORD.formatted("sb-1", "deny", "guardrail", "d.test.org", "/closed");
    private static final String TUNNEL = """
            {"v":1,"audit_id":"1m7q8eckv0000","time":"2026-11-18T12:00:00.123Z","sandbox":"sb-1","kind":"connect",\
            "verdict":"deny","reason":"no_grant","scheme":"https","host":"e.test.org","port":443}
            """;

    @TempDir
    Path folder = Path.of("");

    private Client.Ended suggest(String records, String... flags) throws Exception {
        Path log = Files.writeString(folder.resolve("audit.jsonl"), records);
        String[] all = new String[flags.length + 4];
        all[0] = "policy";
        all[1] = "suggest";
        all[2] = "--audit";
        all[3] = log.toString();
        System.arraycopy(flags, 0, all, 4, flags.length);
        return CommandInProcess.run(all);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void refusalsForWantOfAGrantBecomeADocumentForEachSandbox() throws Exception {
        Client.Ended suggested = suggest(REFUSED + PASSED + OTHER + BY_RULE + TUNNEL, "--as", "policy");
        assertThat(suggested.exit()).as(suggested.err()).isZero();
        assertThat(suggested.out())
                .contains("--- # sandbox sb-1\n", "--- # sandbox sb-2\n", "host: 'a.test.org'", "host: 'c.test.org'")
                .contains("# not learned: GET https://d.test.org/closed: guardrail")
                .contains("access: full  # only tunnels were seen, refused")
                .doesNotContain("b.test.org", "host: 'd.test.org'");
    }

    @Test
    void withAllWhatPassedIsThereToo() throws Exception {
        Client.Ended suggested = suggest(REFUSED + PASSED + OTHER, "--all", "--sandbox", "sb-1");
        assertThat(suggested.out()).contains("a.test.org", "b.test.org").doesNotContain("c.test.org");
    }

    @Test
    void aFolderGetsADocumentOfEachSandboxAndAFileThatOfOne() throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        assertThat(suggest(REFUSED + OTHER, "--out", out.toString()).exit()).isZero();
        assertThat(out.resolve("sb-1.yaml")).content().contains("a.test.org").doesNotContain("c.test.org");
        assertThat(CommandInProcess.run(
                                "policy",
                                "test",
                                "--policy",
                                out.resolve("sb-2.yaml").toString(),
                                out.resolve("sb-2_test.rego").toString())
                        .exit())
                .isZero();
        Client.Ended several = suggest(REFUSED + OTHER, "--out", file("one.yaml"));
        assertThat(several.exit()).isEqualTo(2);
        assertThat(several.err()).contains("the records are of 2 sandboxes (expected: --sandbox ID");
        assertThat(folder.resolve("one.yaml")).doesNotExist();
        assertThat(suggest(REFUSED + OTHER, "--sandbox", "sb-2", "--out", file("one.json"))
                        .exit())
                .isZero();
        assertThat(folder.resolve("one.json")).content().contains("\"https://c.test.org/z\"");
        assertThat(suggest(REFUSED, "--out", file("one.json")).err()).contains("exists (expected: another name");
    }

    /** An agent can make its records say what it likes, within their form. */
    @Test
    void recordsThatAreNoneAndTargetsThatAreNeverDialledBecomeNothing() throws Exception {
        String records = "{\"v\":1}\nnot a line\n"
                + RECORD.formatted("../../etc/x", "deny", "no_grant", "a.test.org", "/x")
                + RECORD.formatted("sb-1", "deny", "no_grant", "169.254.169.254", "/latest")
                + RECORD.formatted("sb-1", "deny", "no_grant", "printer.local", "/x")
                + RECORD.formatted("sb-1", "deny", "no_grant", "webhook.site", "/x");
        Client.Ended suggested = suggest(records, "--as", "policy");
        assertThat(suggested.out())
                .contains("network_policies: {}", "169.254.169.254/latest: metadata_address", "printer.local")
                .doesNotContain("etc", "endpoints:");
        assertThat(suggested.err())
                .contains("audit.jsonl:1: ", "audit.jsonl:3: a field of the record has no form of version 1");
    }

    @Test
    void flagsThatContradictEachOtherAreRefused() throws Exception {
        assertThat(suggest(REFUSED, "--as", "policy", "GET https://x.test/").err())
                .contains("records alone");
        assertThat(suggest(REFUSED, "--as", "policy", "--merge-paths", "1").err())
                .contains("--merge-paths: 1 (expected: 0, or at least 2)");
        assertThat(suggest(REFUSED, "--as", "prose").err()).contains("policy or lease is wanted");
    }
}
