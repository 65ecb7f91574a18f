package io.sallyport.decision.body;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Reads the objects at the beginning of a pack of version 2 or 3 (git's {@code gitformat-pack}) and keeps the commits
 * among them, to which later ones may be differences. {@link #close} frees memory outside of the heap. Confined to one
 * thread.
 */
final class PackReader implements AutoCloseable {
    /** Bytes of all objects without compression; beyond it a pack is not read on. */
    static final int MAX_INFLATED = 4 << 20;

    private static final byte[] SIGNATURE = "PACK\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int HEADER_LENGTH = 12;
    private static final int COMMIT = 1;
    private static final int TAG = 4;
    private static final int OFFSET_DELTA = 6;
    private static final int REF_DELTA = 7;

    private final Inflater inflater = new Inflater();
    private final byte[] bytes;
    private final int start;
    private final int idLength;
    private final Function<String, byte @Nullable []> commits;
    private final Map<Integer, byte[]> commitsByOffset = new HashMap<>();
    private int at;
    private int inflated;
    private byte @Nullable [] commit;

    /**
     * @param start where the pack begins in {@code bytes}
     * @param idLength bytes of an object's id
     * @param commits the texts of commits that were read, by their ids in hex
     */
    PackReader(byte[] bytes, int start, int idLength, Function<String, byte @Nullable []> commits) {
        this.bytes = bytes;
        this.start = start;
        this.idLength = idLength;
        this.commits = commits;
        this.at = hasHeader() ? start + HEADER_LENGTH : bytes.length;
    }

    private boolean hasHeader() {
        int version = start + SIGNATURE.length;
        return version < bytes.length
                && Arrays.equals(bytes, start, version, SIGNATURE, 0, SIGNATURE.length)
                && (bytes[version] == 2 || bytes[version] == 3);
    }

    /** Returns where the next object begins. */
    int position() {
        return at;
    }

    /**
     * Reads the next object. Returns false if there is no more: the pack or its beginning ends, is malformed, or
     * exceeds a bound.
     */
    boolean next() {
        commit = null;
        int offset = at;
        if (at >= bytes.length) {
            return false;
        }
        int head = bytes[at++] & 0xff;
        int type = (head >> 4) & 7;
        int size = size(head);
        byte[] base = type == OFFSET_DELTA ? baseByOffset(offset) : type == REF_DELTA ? baseById() : null;
        byte[] data = size < 0 || at < 0 || type == 0 || type == TAG + 1 ? null : inflate(size);
        if (data == null) {
            at = bytes.length;
            return false;
        }
        if (type == COMMIT) {
            keep(offset, data);
        } else if (base != null) {
            byte[] made = PackDelta.apply(base, data, MAX_INFLATED - inflated);
            inflated += made == null ? 0 : made.length;
            keep(offset, made);
        }
        return true;
    }

    private void keep(int offset, byte @Nullable [] text) {
        commit = text;
        if (text != null) {
            commitsByOffset.put(offset, text);
        }
    }

    /** Returns the text of the commit that was read last, without git's header; null if that was another object. */
    byte @Nullable [] commit() {
        return commit;
    }

    /** Reads the rest of an object's size: four bits in the first byte, seven in each that follows; -1 if too large. */
    private int size(int head) {
        long size = head & 0xf;
        int read = head;
        for (int shift = 4; (read & 0x80) != 0; shift += 7) {
            if (at >= bytes.length || shift > 28) {
                return -1;
            }
            read = bytes[at++] & 0xff;
            size |= (long) (read & 0x7f) << shift;
        }
        return size > MAX_INFLATED ? -1 : (int) size;
    }

    /** Returns the commit to which a difference is; null if that is none. {@code at} is -1 if there is no offset. */
    private byte @Nullable [] baseByOffset(int offset) {
        int read = 0x80;
        long back = -1;
        while ((read & 0x80) != 0) {
            if (at >= bytes.length || back > bytes.length) {
                at = -1;
                return null;
            }
            read = bytes[at++] & 0xff;
            back = ((back + 1) << 7) | (read & 0x7f);
        }
        return commitsByOffset.get((int) (offset - back));
    }

    private byte @Nullable [] baseById() {
        if (bytes.length - at < idLength) {
            at = -1;
            return null;
        }
        at += idLength;
        return commits.apply(HexFormat.of().formatHex(bytes, at - idLength, at));
    }

    /** Returns the next {@code size} bytes without compression, or null where the object is not whole. */
    private byte @Nullable [] inflate(int size) {
        inflated += size;
        if (inflated > MAX_INFLATED) {
            return null;
        }
        byte[] made = new byte[size + 1];
        inflater.reset();
        inflater.setInput(bytes, at, bytes.length - at);
        try {
            int length = 0;
            while (!inflater.finished() && length <= size) {
                int more = inflater.inflate(made, length, made.length - length);
                if (more == 0 && !inflater.finished()) {
                    return null;
                }
                length += more;
            }
            at += (int) inflater.getBytesRead();
            return inflater.finished() && length == size ? Arrays.copyOf(made, size) : null;
        } catch (DataFormatException _) {
            return null;
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
