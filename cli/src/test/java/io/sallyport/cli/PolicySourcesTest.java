package io.sallyport.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.policycompiler.bundle.Archive;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The policy commands read what a gateway reads: folders, bundles, signed bundles. */
class PolicySourcesTest extends CommandLineTest {
    private static final String URL = "http://gist.github.com/";

    private static final String RULES = """
            package sallyport.guardrails

            deny contains {"rule": "closed", "message": "no"} if input.net.host in data.lists.closed
            """;

    private static final String TESTS = """
            package sallyport.guardrails_test

            test_closed if count(data.sallyport.guardrails.deny) == 1 with input.net.host as "gist.github.com"
            """;

    private static final String LISTS = "{\"closed\": [\"gist.github.com\"]}";

    private Path rules = Path.of("");

    @BeforeEach
    void writeFolder() throws IOException {
        write("team/sub/g.rego", RULES);
        write("team/data.json", LISTS);
        rules = folder.resolve("team");
    }

    @Test
    void aFolderWithItsListsIsReadAsAGatewayReadsIt() {
        assertThat(eval(rules)).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).startsWith("deny guardrail by guardrails:closed");
        assertThat(run("policy", "check", "--guardrails=" + rules)).isZero();
        assertThat(run("policy", "eval", "--guardrails=" + rules, "-q", "data.lists.closed[0]"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).endsWith("\"gist.github.com\"\n");
    }

    @Test
    void errorsInAFolderAreQuoted() throws IOException {
        write("team/sub/bad.rego", "package sallyport.guardrails\n\ndeny contains x if true\n");
        assertThat(run("policy", "check", "--guardrails=" + rules)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("sub/bad.rego:3:", "deny contains x if true\n");
    }

    @Test
    void aBundleIsReadAsAGatewayReadsIt() throws IOException {
        assertThat(eval(bundle(RULES, "{\"lists\": " + LISTS + "}"))).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).startsWith("deny guardrail by guardrails:closed");
        assertThat(eval(bundle(RULES, "{\"lists\": {}, \"other\": 1}"))).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("data outside of data.lists");
    }

    @Test
    void listsAreNotGivenTwice() throws IOException {
        String lists = "--data=" + write("lists.json", "{}");
        assertThat(run("policy", "check", "--guardrails=" + rules, lists)).isEqualTo(ExitCodes.UNUSABLE);
        Path bundle = bundle(RULES, "{\"lists\": " + LISTS + "}");
        assertThat(run("policy", "check", "--guardrails=" + bundle, lists)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(run("policy", "check", "--guardrails", rules.toString(), bundle.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("--data: the lists stand in", "a folder or a bundle stands alone");
    }

    @Test
    void aKeyIsNotPassedOver() throws IOException {
        String key = "--verification-key=" + write("key.pem", "not checked before it is needed");
        Path file = folder.resolve("team/sub/g.rego");
        for (Path unsigned : List.of(rules, file)) {
            assertThat(run("policy", "check", "--guardrails=" + unsigned, key)).isEqualTo(ExitCodes.UNUSABLE);
        }
        String secret = "--verification-key=" + write("secret", "0123456789abcdef0123456789abcdef");
        Path bundle = bundle(RULES, "{\"lists\": " + LISTS + "}");
        assertThat(run("policy", "check", "--guardrails=" + bundle, secret, "--signing-alg=HS256"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("not signed");
    }

    @Test
    void aBundleThatOpaSignedIsVerified() throws Exception {
        Path go = RequireTool.require("go");
        Path secret = write("secret", "0123456789abcdef0123456789abcdef");
        write("team/data.json", "{\"lists\": " + LISTS + "}");
        Path signed = folder.resolve("signed.tar.gz");
        Process process = new ProcessBuilder(
                        go.toString(),
                        "tool",
                        "opa",
                        "build",
                        "--bundle",
                        rules.toString(),
                        "--signing-alg",
                        "HS256",
                        "--signing-key",
                        secret.toString(),
                        "-o",
                        signed.toString())
                .directory(Path.of("../rego-engine/opa-compiler").toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        String key = "--verification-key=" + secret;
        assertThat(eval(signed, key, "--signing-alg=HS256")).as(err.toString()).isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).startsWith("deny guardrail by guardrails:closed");
        assertThat(eval(signed)).isEqualTo(ExitCodes.UNUSABLE);
        Path other = write("other", "another-secret-another-secret-32");
        assertThat(eval(signed, "--verification-key=" + other, "--signing-alg=HS256"))
                .isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void testsInABundleAreRun() throws IOException {
        var files = new TreeMap<String, byte[]>();
        files.put("g.rego", RULES.getBytes(UTF_8));
        files.put("g_test.rego", TESTS.getBytes(UTF_8));
        files.put("data.json", ("{\"lists\": " + LISTS + "}").getBytes(UTF_8));
        Path bundle = Files.write(folder.resolve("tested.tar.gz"), Archive.pack(files));
        assertThat(run("policy", "test", bundle.toString()))
                .as(err.toString() + out)
                .isZero();
        assertThat(out.toString()).contains("PASS: 1/1");
    }

    private int eval(Path guardrails, String... flags) {
        out.getBuffer().setLength(0);
        List<String> words =
                new ArrayList<>(List.of("policy", "eval", "--allow=gist.github.com", "--guardrails=" + guardrails));
        words.addAll(List.of(flags));
        words.addAll(List.of("--", URL));
        return run(words.toArray(String[]::new));
    }

    private Path bundle(String rego, String data) throws IOException {
        var files = new TreeMap<String, byte[]>();
        files.put("g.rego", rego.getBytes(UTF_8));
        files.put("data.json", data.getBytes(UTF_8));
        return Files.write(folder.resolve("b.tar.gz"), Archive.pack(files));
    }
}
