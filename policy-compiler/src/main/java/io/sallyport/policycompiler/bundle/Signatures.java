package io.sallyport.policycompiler.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.jwt.JwsKey;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the signature of a bundle as {@code opa sign} writes it: a JWT that lists every file with its hash (OPA
 * 1.22, "Signing").
 */
final class Signatures {
    static final String FILE = ".signatures.json";

    /** OPA's name for the signatures that it creates itself. */
    private static final String OPAS_OWN = "_default";

    private static final int PARTS_OF_A_TOKEN = 3;

    private Signatures() {}

    /**
     * Returns if the files are exactly those that the signature lists, with the same hashes; throws otherwise.
     *
     * @param signatures the signature file, or null if there is none
     */
    static void check(
            byte @Nullable [] signatures, SortedMap<String, byte[]> files, @Nullable BundleKey key, BundleLimits limits)
            throws MalformedBundle {
        if (key == null && signatures == null) {
            return;
        }
        if (signatures == null) {
            throw new MalformedBundle("", "not signed, and keys are configured");
        }
        if (key == null) {
            throw new MalformedBundle(FILE, "signed, and no key is configured to verify it");
        }
        RegoObject payload = verified(token(signatures, limits), key, limits);
        if (!text(payload, "scope").equals(key.scope())) {
            throw new MalformedBundle(FILE, "signed for another scope");
        }
        compare(hashes(payload), files, limits);
    }

    /** Returns what the signature claims, unverified: {@code header} and {@code payload}. */
    static RegoObject claimed(byte[] signatures, BundleLimits limits) throws MalformedBundle {
        String[] parts = token(signatures, limits).split("\\.", -1);
        if (parts.length != PARTS_OF_A_TOKEN) {
            throw new MalformedBundle(FILE, "no token");
        }
        return RegoObject.growing()
                .put("header", decoded(parts[0], limits))
                .put("payload", decoded(parts[1], limits))
                .sealed();
    }

    private static RegoValue decoded(String part, BundleLimits limits) throws MalformedBundle {
        try {
            return DataDocuments.read(FILE, Base64.getUrlDecoder().decode(part), limits);
        } catch (IllegalArgumentException _) {
            throw new MalformedBundle(FILE, "no token");
        }
    }

    private static String token(byte[] signatures, BundleLimits limits) throws MalformedBundle {
        if (!(DataDocuments.read(FILE, signatures, limits) instanceof RegoObject object)) {
            throw new MalformedBundle(FILE, "no JSON object");
        }
        if (object.get("plugin") != null && !text(object, "plugin").equals(OPAS_OWN)) {
            throw new MalformedBundle(FILE, "plugin: not served");
        }
        if (object.get("signatures") instanceof RegoArray array
                && array.size() == 1
                && array.get(0) instanceof RegoString token) {
            return token.text();
        }
        throw new MalformedBundle(FILE, "signatures: not exactly one");
    }

    private static RegoObject verified(String token, BundleKey key, BundleLimits limits) throws MalformedBundle {
        if (!(key.key().verify(token) instanceof JwsKey.Verified.Signed(var keyId, var payload))) {
            throw unsigned();
        }
        if (!(DataDocuments.read(FILE, payload.getBytes(UTF_8), limits) instanceof RegoObject object)) {
            throw new MalformedBundle(FILE, "the signature holds no JSON object");
        }
        if (!key.hasId(keyId.isEmpty() ? text(object, "keyid") : keyId)) {
            throw unsigned();
        }
        return object;
    }

    private static MalformedBundle unsigned() {
        return new MalformedBundle(FILE, "the signature is not one of a configured key");
    }

    private record Hash(String algorithm, String hex) {}

    private static Map<String, Hash> hashes(RegoObject payload) throws MalformedBundle {
        var hashes = new HashMap<String, Hash>();
        if (payload.get("files") instanceof RegoArray array) {
            for (int i = 0; i < array.size(); i++) {
                if (array.get(i) instanceof RegoObject file) {
                    String name = text(file, "name");
                    var hash = new Hash(text(file, "algorithm"), text(file, "hash"));
                    if (hashes.put(name.startsWith("/") ? name.substring(1) : name, hash) != null) {
                        throw new MalformedBundle(name, "signed twice");
                    }
                }
            }
        }
        return hashes;
    }

    private static void compare(Map<String, Hash> signed, SortedMap<String, byte[]> files, BundleLimits limits)
            throws MalformedBundle {
        for (var file : files.entrySet()) {
            Hash hash = signed.remove(file.getKey());
            if (hash == null) {
                throw new MalformedBundle(file.getKey(), "not covered by the signature");
            }
            String found = FileHash.hex(hash.algorithm(), file.getKey(), file.getValue(), limits);
            if (!found.equals(hash.hex())) {
                throw new MalformedBundle(file.getKey(), "not what was signed");
            }
        }
        if (!signed.isEmpty()) {
            throw new MalformedBundle(new TreeSet<>(signed.keySet()).first(), "signed, and not in the archive");
        }
    }

    private static String text(RegoObject object, String name) {
        return object.get(name) instanceof RegoString string ? string.text() : "";
    }
}
