package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The text of one secret, outside of the Java heap: no heap dump has it, and on Linux no core dump. It takes whole
 * pages of memory. {@link #close} overwrites it with zeros.
 *
 * <p>What cannot be had: a copy in a {@link String}, such as {@link #text} makes, stays in the heap until the garbage
 * collector uses its memory again. Keep such copies short-lived.
 *
 * <p>Safe for concurrent use. The owner closes it, once, after the last use; use after that throws.
 */
public final class SecretValue implements AutoCloseable {
    /** The maximum length in bytes of UTF-8; the minimum is 1. */
    public static final int MAX_BYTES = 64 << 10;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment pages;
    private final MemorySegment held;

    private SecretValue(byte[] utf8) {
        long pageBytes = CoreDumps.PAGE_BYTES;
        pages = arena.allocate((utf8.length + pageBytes - 1) / pageBytes * pageBytes, pageBytes);
        CoreDumps.exclude(pages);
        held = pages.asSlice(0, utf8.length);
        MemorySegment.copy(utf8, 0, held, ValueLayout.JAVA_BYTE, 0, utf8.length);
    }

    /**
     * Holds a secret that may stand in a header: UTF-8 without control characters.
     *
     * @param utf8 overwritten with zeros, whatever the result
     */
    public static Parsed<SecretValue> ofText(byte[] utf8) {
        return hold(utf8, c -> !Character.isISOControl(c));
    }

    /**
     * Holds a secret of several lines, such as a key in PEM: the same, but line ends and tabs are permitted.
     *
     * @param utf8 overwritten with zeros, whatever the result
     */
    public static Parsed<SecretValue> ofLines(byte[] utf8) {
        return hold(utf8, c -> !Character.isISOControl(c) || c == '\n' || c == '\r' || c == '\t');
    }

    private static Parsed<SecretValue> hold(byte[] utf8, IntPredicate permitted) {
        try {
            if (utf8.length == 0) {
                return new Parsed.Rejected<>("the value is empty");
            }
            if (utf8.length > MAX_BYTES) {
                return new Parsed.Rejected<>("the value has more than " + MAX_BYTES + " bytes");
            }
            return isMadeOf(utf8, permitted)
                    ? new Parsed.Accepted<>(new SecretValue(utf8))
                    : new Parsed.Rejected<>("the value is not UTF-8 or has control characters");
        } finally {
            Arrays.fill(utf8, (byte) 0);
        }
    }

    private static boolean isMadeOf(byte[] utf8, IntPredicate permitted) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
            boolean isPermitted = text.chars().allMatch(permitted);
            Arrays.fill(text.array(), '\0');
            return isPermitted;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /** Returns a copy in the heap, which the caller keeps no longer than it needs it. */
    public String text() {
        byte[] copy = bytes();
        try {
            return new String(copy, StandardCharsets.UTF_8);
        } finally {
            Arrays.fill(copy, (byte) 0);
        }
    }

    /** Returns a copy in UTF-8; the caller overwrites it after use. */
    public byte[] bytes() {
        return held.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns the length in bytes of UTF-8. */
    public int length() {
        return (int) held.byteSize();
    }

    /** Returns the address of the value, for tests. */
    long address() {
        return held.address();
    }

    /** Compares in a time that depends on the lengths alone. */
    public boolean isSameAs(SecretValue other) {
        int difference = length() ^ other.length();
        for (int i = 0; i < length(); i++) {
            difference |=
                    held.get(ValueLayout.JAVA_BYTE, i) ^ other.held.get(ValueLayout.JAVA_BYTE, i % other.length());
        }
        return difference == 0;
    }

    /** Overwrites the value and frees its memory. */
    @Override
    public void close() {
        held.fill((byte) 0);
        CoreDumps.include(pages);
        arena.close();
    }

    /** Without the value and its length. */
    @Override
    public String toString() {
        return "SecretValue";
    }
}
