package io.sallyport.audit.segment;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object on one line, whose last members may be {@code "key"}, the id of a key, and {@code "signature"}, by that
 * key and of all bytes before {@code ,"signature"}. Like the lines of the log, it is verified as bytes. Immutable.
 *
 * @param members the object without its closing brace and the signature; with the key's id, if there is one
 * @param keyId null if it is not signed
 */
record SignedText(
        String members, @Nullable String keyId, @Nullable String signature) {
    /** No such file is larger: it holds numbers, hashes and times only. */
    private static final int MAX_BYTES = 4_096;

    private static final Pattern FORM = Pattern.compile(
            "(\\{.{0,4000}?(?:,\"key\":\"([0-9a-f]{16})\")?)(?:,\"signature\":\"([A-Za-z0-9+/=]{88})\")?}\n");

    /** Signs {@code members}, an object without its closing brace, unless {@code key} is null. */
    static SignedText of(String members, @Nullable SigningKey key) {
        if (key == null) {
            return new SignedText(members, null, null);
        }
        String keyId = key.verifying().id();
        String signed = members + ",\"key\":\"" + keyId + "\"";
        return new SignedText(signed, keyId, key.sign(ascii(signed)));
    }

    /** Returns null if {@code text} does not have the form. */
    static @Nullable SignedText parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() ? new SignedText(form.group(1), form.group(2), form.group(3)) : null;
    }

    /** Reads a file. Returns null if it does not have the form. */
    static @Nullable SignedText read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return parse(new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
        }
    }

    byte[] bytes() {
        return ascii(signature == null ? members + "}\n" : members + ",\"signature\":\"" + signature + "\"}\n");
    }

    /** Returns the hash of the whole file, by which the next one names it. */
    String hash() {
        return HexFormat.of().formatHex(Sha256.newDigest().digest(bytes()));
    }

    /** Returns whether it names {@code key}, whether or not the signature is right. */
    boolean names(VerifyingKey key) {
        return key.id().equals(keyId);
    }

    boolean isSignedBy(VerifyingKey key) {
        return signature != null && names(key) && key.verifies(ascii(members), signature);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
