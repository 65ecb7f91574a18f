package io.sallyport.audit.chain;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A complete line of the log, in the form of version 1, without its line feed. Its hash is not verified. Immutable. */
public final class SealedLine {
    /** The first members, as the log writes them. */
    private static final Pattern TIME =
            Pattern.compile("\\{\"v\":1,\"audit_id\":\"[^\"\\\\]*\",\"time\":\"([^\"]{24})\"");

    private final byte[] bytes;

    private SealedLine(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the line, or null if it is not sealed: a crash cut it off, or something else wrote it. */
    public static @Nullable SealedLine of(byte[] bytes) {
        return Seal.isOn(bytes) ? new SealedLine(bytes.clone()) : null;
    }

    /** Returns the JSON object. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the number of the line in its log, from 1; 0 if it has none, as lines of earlier releases. */
    public long seq() {
        return Seal.seq(bytes);
    }

    /** Returns when what the line says began; the beginning of time if it does not say it in the log's form. */
    public Instant time() {
        return time(text());
    }

    /** Does the same for a line of which perhaps only the beginning is there. */
    public static Instant time(String beginning) {
        Matcher time = TIME.matcher(beginning);
        try {
            return time.lookingAt() ? Instant.parse(time.group(1)) : Instant.EPOCH;
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    /** Returns its own hash, 64 lower-case hex digits. */
    public String hash() {
        return Seal.own(bytes);
    }

    /** Returns the hash of the line before it, {@link Chain#BEGINNING} at the beginning of a log. */
    public String previousHash() {
        return Seal.previous(bytes);
    }
}
