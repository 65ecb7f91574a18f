package io.sallyport.configuration.bundle;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whose signatures count: an entry of the section keys. */
record VerificationKey(BundleKey key) {
    private static final Keys KEYS = new Keys("keys.*");
    private static final Key<String> TEXT = KEYS.optional(
            "key", Form.STRING, "in `file`", "PEM of a public key or a certificate that bundles are signed with.");
    private static final Key<String> FILE = KEYS.optional(
            "file", Forms.FILE, "in `key`", "The file with it, or with the secret of an HMAC; read at the start.");
    private static final Key<String> ALGORITHM =
            KEYS.value("algorithm", Form.STRING, "RS256", "How bundles are signed, such as `ES256`.");
    private static final Key<String> SCOPE =
            KEYS.optional("scope", Form.STRING, "none", "What signatures must be for.");

    static List<Keys> keys() {
        return List.of(KEYS);
    }

    static Map<String, VerificationKey> read(Section section, Path folder) throws ConfigException {
        var read = new LinkedHashMap<String, VerificationKey>();
        for (String id : section.keys().stream().sorted().toList()) {
            read.put(id, one(section.section(id), folder));
        }
        return read;
    }

    private static VerificationKey one(Section section, Path folder) throws ConfigException {
        @Nullable String text = section.find(TEXT);
        @Nullable Path file = section.path(FILE, folder);
        String algorithm = section.read(ALGORITHM);
        @Nullable String scope = section.find(SCOPE);
        section.end();
        if ((text == null) == (file == null)) {
            throw section.error("one of key and file is needed");
        }
        if (text != null && algorithm.startsWith("HS")) {
            throw section.error("key: a secret does not stand in the configuration (expected: file)");
        }
        String pem = text == null ? content(section, file == null ? folder : file) : text.strip();
        return switch (BundleKey.of(null, algorithm, pem, scope == null ? "" : scope)) {
            case Parsed.Accepted<BundleKey>(BundleKey made) -> new VerificationKey(made);
            case Parsed.Rejected<BundleKey>(String why, int _) -> throw section.error(why);
        };
    }

    private static String content(Section section, Path file) throws ConfigException {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw section.error("file: " + file + " cannot be read: " + e);
        }
    }
}
