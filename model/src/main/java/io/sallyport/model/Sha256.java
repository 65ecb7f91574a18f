package io.sallyport.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A SHA-256 digest. Immutable.
 *
 * @param hex 64 lower-case hex digits
 */
public record Sha256(String hex) {
    /** Hex digits of a digest. */
    public static final int DIGITS = 64;

    private static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{64}");

    public Sha256 {
        if (!FORM.matcher(hex).matches() || !hex.equals(hex.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("sha256: not 64 lower-case hex digits");
        }
    }

    /** Reads 64 hex digits of any case; null if the text is something else. */
    public static @Nullable Sha256 parse(String text) {
        return FORM.matcher(text).matches() ? new Sha256(text.toLowerCase(Locale.ROOT)) : null;
    }

    /** Returns the digest of {@code bytes}. */
    public static Sha256 of(byte[] bytes) {
        return new Sha256(HexFormat.of().formatHex(newDigest().digest(bytes)));
    }

    /** Returns the lower-case hex digest of one text in UTF-8, equal to that of {@code sha256sum}. */
    public static String hexOf(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8)).hex;
    }

    /** Returns one hex digest over texts, each with its length, so that no two lists of texts have the same digest. */
    public static String hexOfAll(String... texts) {
        MessageDigest digest = newDigest();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
        return of(digest).hex;
    }

    /** Returns the digest of what {@code digest} has taken so far, and resets it. */
    public static Sha256 of(MessageDigest digest) {
        return new Sha256(HexFormat.of().formatHex(digest.digest()));
    }

    /** Returns an empty digest for bytes that come piece by piece; confined to its thread. */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the first {@code digits} digits. */
    public String prefix(int digits) {
        return hex.substring(0, digits);
    }

    @Override
    public String toString() {
        return hex;
    }
}
