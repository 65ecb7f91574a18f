package io.sallyport.policycompiler.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.Opa;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bundles that the real {@code opa} built and signed. */
class SignedBundleTest {
    private static final String SECRET = "a secret of forty bytes and some more letters, for every HMAC there is";

    private final Opa opa = Opa.require();

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void sources() throws Exception {
        Path policy = Files.createDirectories(folder.resolve("policy/p"));
        Files.writeString(policy.resolve("p.rego"), "package p\n\nallow if data.p.names[input.name]\n");
        Files.writeString(policy.resolve("data.json"), """
                {"names": {"\\u00e9\\u2028<&>": true, "b\\\\\\"": 1.50, "a": [1e3, null, {}, []]}, "n": -0.0}
                """);
        Files.writeString(folder.resolve("policy/.manifest"), "{\"roots\": [\"p\"], \"revision\": \"seven\"}");
    }

    private byte[] build(String algorithm, String key) throws Exception {
        opa.run(
                folder,
                "build",
                "--bundle",
                "policy",
                "--output",
                "b.tar.gz",
                "--signing-alg",
                algorithm,
                "--signing-key",
                key);
        return Files.readAllBytes(folder.resolve("b.tar.gz"));
    }

    private static BundleKey key(@Nullable String id, String algorithm, String key, String scope) {
        Parsed<BundleKey> made = BundleKey.of(id, algorithm, key, scope);
        assertThat(made).as(made.toString()).isInstanceOf(Parsed.Accepted.class);
        return ((Parsed.Accepted<BundleKey>) made).value();
    }

    private static BundleRead read(byte[] archive, @Nullable BundleKey key) {
        return BundleReader.read(archive, BundleLimits.DEFAULTS, key);
    }

    @ParameterizedTest
    @CsvSource({"RS256, RSA", "PS384, RSA", "ES256, EC"})
    void aBundleSignedByAConfiguredKeyIsTaken(String algorithm, String kind) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        generator.initialize(kind.equals("EC") ? 256 : 2048);
        KeyPair pair = generator.generateKeyPair();
        Path key = Files.writeString(
                folder.resolve("key.pem"), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        String open = pem("PUBLIC KEY", pair.getPublic().getEncoded());
        byte[] archive = build(algorithm, key.toString());

        BundleRead read = read(archive, key(null, algorithm, open, ""));
        assertThat(read).as(read.toString()).isInstanceOf(BundleRead.Accepted.class);
        OpaBundle bundle = ((BundleRead.Accepted) read).bundle();
        assertThat(bundle.manifest().revision()).isEqualTo("seven");
        assertThat(bundle.modules()).containsOnlyKeys("policy/p/p.rego");

        String other = pem("PUBLIC KEY", generator.generateKeyPair().getPublic().getEncoded());
        refused(read(archive, key(null, algorithm, other, "")), "not one of a configured key");
        refused(read(archive, key("named", algorithm, open, "")), "not one of a configured key");
        refused(read(archive, key(null, algorithm, open, "prod")), "another scope");
        refused(read(archive, null), "no key is configured");
    }

    @Test
    void theAlgorithmIsTheKeysAndNotTheSignatures() throws Exception {
        byte[] archive = build("HS512", SECRET);
        assertThat(read(archive, key(null, "HS512", SECRET, ""))).isInstanceOf(BundleRead.Accepted.class);
        refused(read(archive, key(null, "HS256", SECRET, "")), "not one of a configured key");
        assertThat(BundleKey.of(null, "HS256", "short", "")).isInstanceOf(Parsed.Rejected.class);
        assertThat(BundleKey.of(null, "none", SECRET, "")).isInstanceOf(Parsed.Rejected.class);
        assertThat(BundleKey.of(null, "RS256", SECRET, "")).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void whatWasChangedAddedOrTakenAwayAfterSigningIsRefused() throws Exception {
        byte[] archive = build("HS256", SECRET);
        refused(
                read(changed(archive, "policy/p/p.rego", text -> text + " "), key(null, "HS256", SECRET, "")),
                "policy/p/p.rego: not what was signed");
        refused(
                read(
                        changed(archive, "data.json", text -> text.replace("true", "false")),
                        key(null, "HS256", SECRET, "")),
                "data.json: not what was signed");
        refused(
                read(changed(archive, "q.rego", _ -> "package q"), key(null, "HS256", SECRET, "")),
                "q.rego: not covered");
        refused(
                read(without(archive, "policy/p/p.rego"), key(null, "HS256", SECRET, "")),
                "policy/p/p.rego: signed, and not in the archive");
        refused(
                read(without(archive, ".signatures.json"), key(null, "HS256", SECRET, "")),
                "not signed, and keys are configured");
        refused(
                read(changed(archive, ".signatures.json", _ -> "{\"signatures\": []}"), key(null, "HS256", SECRET, "")),
                "not exactly one");
        refused(
                read(
                        changed(archive, ".signatures.json", _ -> "{\"signatures\": [\"a.b.c\"]}"),
                        key(null, "HS256", SECRET, "")),
                "not one of");
    }

    @Test
    void spacesInADocumentAreNotWhatIsSigned() throws Exception {
        byte[] spaced = changed(build("HS256", SECRET), "data.json", text -> " " + text.replace(",", " ,\n"));
        assertThat(read(spaced, key(null, "HS256", SECRET, ""))).isInstanceOf(BundleRead.Accepted.class);
    }

    private static void refused(BundleRead read, String why) {
        assertThat(read).isInstanceOf(BundleRead.Rejected.class);
        assertThat(read.toString()).contains(why);
    }

    private static byte[] changed(byte[] archive, String name, UnaryOperator<String> change) throws Exception {
        SortedMap<String, byte[]> files = files(archive);
        String before = new String(files.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
        files.put(name, change.apply(before).getBytes(StandardCharsets.UTF_8));
        return Archive.pack(files);
    }

    private static byte[] without(byte[] archive, String name) throws Exception {
        SortedMap<String, byte[]> files = files(archive);
        assertThat(files.remove(name)).isNotNull();
        return Archive.pack(files);
    }

    private static SortedMap<String, byte[]> files(byte[] archive) throws MalformedBundle {
        return new TreeMap<>(Archive.unpack(archive, BundleLimits.DEFAULTS));
    }

    private static String pem(String kind, byte[] encoded) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded) + "\n-----END " + kind
                + "-----\n";
    }
}
