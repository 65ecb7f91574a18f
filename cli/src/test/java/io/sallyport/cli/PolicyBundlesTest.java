package io.sallyport.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.policycompiler.bundle.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy build --guardrails-only}, {@code policy inspect} and {@code policy sign}, with real OPA. */
class PolicyBundlesTest extends CommandLineTest {
    private static final String RULES = """
            package sallyport.guardrails

            # METADATA
            # title: gists are closed
            deny contains {"rule": "closed"} if input.net.host in data.lists.closed
            """;

    private Path team = Path.of("");
    private Path bundle = Path.of("");

    @BeforeEach
    void writeFolder() throws IOException {
        write("team/g.rego", RULES);
        write("team/g_test.rego", "package sallyport.guardrails.g_test\n\ntest_x if true\n");
        write("team/data.json", "{\"closed\": [\"gist.github.com\"]}");
        team = folder.resolve("team");
        bundle = folder.resolve("b.tar.gz");
    }

    @Test
    void opaAndAGatewayReadGuardrailsAlone() throws Exception {
        build("--revision=7");
        String input =
                write("i.json", "{\"net\": {\"host\": \"gist.github.com\"}}").toString();
        String said = OpaProgram.run("eval", "-b", bundle.toString(), "-i", input, "data.sallyport.guardrails.deny");
        assertThat(said).contains("\"rule\": \"closed\"");
        assertThat(run(
                        "policy",
                        "eval",
                        "--allow=gist.github.com",
                        "--guardrails=" + bundle,
                        "--",
                        "http://gist.github.com/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).contains("closed: gists are closed");
        JsonNode manifest = JsonMapper.shared()
                .readTree(OpaProgram.run("inspect", "-f", "json", bundle.toString()))
                .path("manifest");
        assertThat(manifest.path("revision").asString()).isEqualTo("7");
    }

    @Test
    void whatIsNotServedIsRefusedWithWhatServesIt() {
        String guardrails = "--guardrails=" + team;
        for (List<String> flags : List.of(
                List.of("-O", "1"),
                List.of("--guardrails-only", "-t", "wasm"),
                List.of("--guardrails-only", "--allow=a.b"))) {
            List<String> words = new ArrayList<>(List.of("policy", "build", guardrails, "-o", bundle.toString()));
            words.addAll(flags);
            assertThat(run(words.toArray(String[]::new))).as("%s", flags).isEqualTo(ExitCodes.UNUSABLE);
        }
        assertThat(err.toString()).contains("opa build -O 1", "opa build -t plan or wasm", "do not go with it");
        assertThat(bundle).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "PS384", "ES256", "ES512", "HS256"})
    void opaVerifiesWhatIsSigned(String algorithm) throws Exception {
        Keys keys = keys(algorithm);
        build("--signing-key=" + keys.secret(), "--signing-alg=" + algorithm);
        String verified = folder.resolve("verified.tar.gz").toString();
        String open = keys.open().toString();
        OpaProgram.run(
                "build",
                "-b",
                bundle.toString(),
                "--verification-key",
                open,
                "--signing-alg",
                algorithm,
                "-o",
                verified);
        assertThat(OpaProgram.run("eval", "-b", verified, "data.lists.closed")).contains("gist.github.com");
        assertThat(run(
                        "policy",
                        "inspect",
                        "--verification-key=" + keys.open(),
                        "--signing-alg=" + algorithm,
                        bundle.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains(algorithm + ", verified");
    }

    @Test
    void aSignatureOfAFolderIsThatOfItsBundle() throws Exception {
        Path secret = write("secret", "0123456789abcdef0123456789abcdef");
        write("plain/g.rego", RULES);
        write("plain/data.json", "{\"lists\": {\"closed\": []}}");
        write("plain/README.md", "not part of it");
        Path plain = folder.resolve("plain");
        assertThat(run(
                        "policy",
                        "sign",
                        "--signing-key=" + secret,
                        "--signing-alg=HS256",
                        "-o",
                        plain.toString(),
                        plain.toString()))
                .as(err.toString())
                .isZero();
        var files = new TreeMap<String, byte[]>();
        for (String name : List.of("g.rego", "data.json", ".signatures.json")) {
            files.put(name, Files.readAllBytes(plain.resolve(name)));
        }
        Files.write(bundle, Archive.pack(files));
        String[] check = {
            "policy", "check", "--guardrails=" + bundle, "--verification-key=" + secret, "--signing-alg=HS256"
        };
        assertThat(run(check)).as(err.toString()).isZero();
        files.put("g.rego", (RULES + "\n").getBytes(UTF_8));
        Files.write(bundle, Archive.pack(files));
        assertThat(run(check)).isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("g.rego: not what was signed");
    }

    @Test
    void aKeyThatCannotSignIsRefusedAndNotShown() throws IOException {
        Path wrong = write("wrong", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
        for (String algorithm : List.of("RS256", "ES256", "HS256", "none", "EdDSA")) {
            assertThat(run("policy", "sign", "--signing-key=" + wrong, "--signing-alg=" + algorithm, team.toString()))
                    .isEqualTo(ExitCodes.UNUSABLE);
        }
        assertThat(err.toString()).doesNotContain("c2VjcmV0");
        assertThat(run("policy", "sign", team.toString())).isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void inspectionShowsWhatABundleHoldsAndThatNobodyVerifiedIt() throws Exception {
        Keys keys = keys("ES256");
        build("--revision=7", "--signing-key=" + keys.secret(), "--signing-alg=ES256");
        assertThat(run("policy", "inspect", bundle.toString())).isZero();
        assertThat(out.toString()).isEqualTo("""
                revision  7
                roots     sallyport/guardrails, lists
                rego      v1
                signature ES256, not verified (name a key: --verification-key)
                data      lists.closed
                package   data.sallyport.guardrails (g.rego)
                rule      g.rego:5 data.sallyport.guardrails.deny closed: gists are closed
                """);
        out.getBuffer().setLength(0);
        assertThat(run("policy", "inspect", "--json", bundle.toString())).isZero();
        JsonNode json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.at("/namespaces/data.sallyport.guardrails/0").asString())
                .isEqualTo("g.rego");
        assertThat(json.at("/signature/verified").asBoolean()).isFalse();
        Keys others = keys("ES256");
        assertThat(run(
                        "policy",
                        "inspect",
                        "--verification-key=" + others.open(),
                        "--signing-alg=ES256",
                        bundle.toString()))
                .isEqualTo(ExitCodes.UNUSABLE);
    }

    @Test
    void aFolderAndAFileAreInspected() {
        assertThat(run("policy", "inspect", team.resolve("g.rego").toString())).isZero();
        assertThat(run("policy", "inspect", team.toString())).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("package   data.sallyport.guardrails.g_test (g_test.rego)", "data      closed");
        assertThat(run("policy", "inspect", folder.resolve("none").toString())).isEqualTo(ExitCodes.UNUSABLE);
    }

    private void build(String... flags) {
        List<String> words = new ArrayList<>(
                List.of("policy", "build", "--guardrails-only", "--guardrails=" + team, "-o", bundle.toString()));
        words.addAll(List.of(flags));
        assertThat(run(words.toArray(String[]::new))).as(err.toString()).isZero();
    }

    private record Keys(Path secret, Path open) {}

    private Keys keys(String algorithm) throws Exception {
        if (algorithm.startsWith("HS")) {
            Path secret = write("secret", "0123456789abcdef0123456789abcdef");
            return new Keys(secret, secret);
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm.startsWith("ES") ? "EC" : "RSA");
        switch (algorithm) {
            case "ES256" -> generator.initialize(new ECGenParameterSpec("secp256r1"));
            case "ES512" -> generator.initialize(new ECGenParameterSpec("secp521r1"));
            default -> generator.initialize(2048);
        }
        KeyPair pair = generator.generateKeyPair();
        return new Keys(
                write("key.pem", pem("PRIVATE KEY", pair.getPrivate().getEncoded())),
                write("open.pem", pem("PUBLIC KEY", pair.getPublic().getEncoded())));
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + type + "-----\n";
    }
}
