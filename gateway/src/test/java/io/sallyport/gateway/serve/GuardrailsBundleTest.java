package io.sallyport.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.Config;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.policycompiler.author.CompiledGuardrails.Kind;
import io.sallyport.policycompiler.author.RegoVersion;
import io.sallyport.policycompiler.bundle.Archive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardrailsBundleTest {
    private static final String REGO = """
            package sallyport.guardrails

            deny contains {"rule": "r", "message": "m"}
            """;
    private static final String SECRET = "a secret of the security team, forty bytes long";

    @TempDir
    Path folder = Path.of("");

    @Test
    void regoAndListsAreTaken() throws Exception {
        bundle(Map.of("g/a.rego", REGO, "data.json", "{\"lists\": {\"x\": [1]}}"));
        GuardrailsDocuments read = read(null);
        assertThat(read.rego()).isEqualTo(Map.of("g/a.rego", REGO));
        assertThat(read.data()).isEqualTo("{\"x\":[1]}");
    }

    @Test
    void whereAKeyIsConfiguredOnlyWhatItSignedIsTaken() throws Exception {
        bundle(Map.of("a.rego", REGO));
        assertThatThrownBy(() -> read("prod"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("not signed");
        bundle(Map.of("a.rego", REGO, ".signatures.json", signatures("a.rego", REGO)));
        assertThat(read("prod").rego()).isEqualTo(Map.of("a.rego", REGO));
        assertThatThrownBy(() -> read("test")).hasMessageContaining("another scope");
        assertThatThrownBy(() -> read(null)).hasMessageContaining("no key is configured");
        bundle(Map.of("a.rego", REGO + "\n", ".signatures.json", signatures("a.rego", REGO)));
        assertThatThrownBy(() -> read("prod")).hasMessageContaining("a.rego: not what was signed");
    }

    @Test
    void whatIsRunIsChosenByWhatTheBundleHolds() throws Exception {
        bundle(Map.of("policy.wasm", "w", "data.yaml", "lists:\n  x: [1]\n"));
        GuardrailsDocuments wasm = read(null);
        assertThat(wasm.data()).isEqualTo("{\"x\":[1]}");
        assertThat(kind(wasm)).isEqualTo(Kind.WASM);
        bundle(Map.of("plan.json", "{}"));
        assertThat(kind(read(null))).isEqualTo(Kind.PLAN);
        bundle(Map.of("plan.json", "{}", "policy.wasm", "w", "a.rego", REGO));
        assertThat(read(null).compiled()).isNull();
        String manifest = "{\"wasm\": [{\"entrypoint\": \"sallyport/guardrails/deny\", \"module\": \"/policy.wasm\"}]}";
        bundle(Map.of("policy.wasm", "w", "a.rego", REGO, ".manifest", manifest));
        assertThat(kind(read(null))).isEqualTo(Kind.WASM);
    }

    private static Kind kind(GuardrailsDocuments documents) {
        return Objects.requireNonNull(documents.compiled()).kind();
    }

    @Test
    void whatCannotBeGuardrailsIsRefused() throws Exception {
        bundle(Map.of("data.json", "{}"));
        assertThatThrownBy(() -> read(null)).hasMessageContaining("it holds no policy");
        bundle(Map.of(
                "a.rego", REGO, ".manifest", "{\"wasm\": [{\"entrypoint\": \"x\", \"module\": \"/policy.wasm\"}]}"));
        assertThatThrownBy(() -> read(null)).hasMessageContaining("policy.wasm: not there");
        bundle(Map.of("a.rego", REGO, "data.json", "{\"other\": 1}"));
        assertThatThrownBy(() -> read(null)).hasMessageContaining("outside of data.lists");
        bundle(Map.of("a.rego", REGO, ".manifest", "{\"rego_version\": 0}"));
        assertThatThrownBy(() -> read(null))
                .hasMessageContaining("a.rego is of Rego version 0 (policy.guardrails_rego_version: v1)");
        bundle(Map.of("a.rego", REGO, "b.rego", REGO, ".manifest", "{\"file_rego_versions\": {\"/b.rego\": 0}}"));
        assertThatThrownBy(() -> read(null)).hasMessageContaining("b.rego is of Rego version 0");
        Files.delete(folder.resolve("g.tar.gz"));
        assertThatThrownBy(() -> read(null)).hasMessageContaining("cannot be read");
    }

    private void bundle(Map<String, String> files) throws IOException {
        var bytes = new TreeMap<String, byte[]>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.UTF_8)));
        Files.write(folder.resolve("g.tar.gz"), Archive.pack(bytes));
    }

    private GuardrailsDocuments read(@Nullable String scope) throws StartException, IOException {
        Path secret = Files.writeString(folder.resolve("key"), SECRET + "\n");
        var key = scope == null ? null : new Config.SigningKey(secret, "HS256", null, scope);
        return GuardrailsSource.of(new Config.Guardrails(folder.resolve("g.tar.gz"), key), RegoVersion.V1)
                .read();
    }

    private static String signatures(String name, String text) throws GeneralSecurityException {
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        String signed = encoded("{\"alg\": \"HS256\"}") + "." + encoded("""
                {"scope": "prod", "files": [{"name": "%s", "hash": "%s", "algorithm": "SHA-256"}]}
                """.formatted(name, hash));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HMAC"));
        byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
        return "{\"signatures\": [\"" + signed + "." + encoded(signature) + "\"]}";
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
