package io.sallyport.policycompiler.bundle;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/**
 * The hash of one file of a bundle, as signatures state it: of the bytes, or for a document (manifest, data) of its
 * JSON with sorted names and no spaces, as Go's encoder writes it (OPA 1.22, "Signing").
 */
final class FileHash {
    /** Excludes MD5 and SHA-1, which OPA accepts, because they no longer prove anything. */
    private static final Map<String, String> ALGORITHMS = Map.of(
            "SHA-224", "SHA-224",
            "SHA-256", "SHA-256",
            "SHA-384", "SHA-384",
            "SHA-512", "SHA-512",
            "SHA-512-224", "SHA-512/224",
            "SHA-512-256", "SHA-512/256");

    private FileHash() {}

    /** Returns the hash in lower-case hex. */
    static String hex(String algorithm, String name, byte[] content, BundleLimits limits) throws MalformedBundle {
        String known = ALGORITHMS.get(algorithm);
        if (known == null) {
            throw new MalformedBundle(name, "hashed by " + algorithm + " (expected: SHA-224 to SHA-512)");
        }
        byte[] hashed = content;
        if (name.endsWith(".manifest") || DataDocuments.isOne(name)) {
            var out = new StringBuilder();
            write(DataDocuments.read(name, content, limits), out);
            hashed = out.toString().getBytes(StandardCharsets.UTF_8);
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(known).digest(hashed));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no " + known, e);
        }
    }

    private static void write(RegoValue value, StringBuilder out) {
        if (value instanceof RegoObject object) {
            for (int i = 0; i < object.size(); i++) {
                out.append(i == 0 ? "{" : ",");
                write(object.keyAt(i), out);
                out.append(':');
                write(object.valueAt(i), out);
            }
            out.append(object.size() == 0 ? "{}" : "}");
        } else if (value instanceof RegoArray array) {
            for (int i = 0; i < array.size(); i++) {
                out.append(i == 0 ? "[" : ",");
                write(array.get(i), out);
            }
            out.append(array.size() == 0 ? "[]" : "]");
        } else if (value instanceof RegoString string) {
            write(string.text(), out);
        } else {
            out.append(value);
        }
    }

    private static void write(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            switch (unit) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (unit < 0x20 || unit == 0x2028 || unit == 0x2029) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                    } else {
                        out.append(unit);
                    }
                }
            }
        }
        out.append('"');
    }
}
