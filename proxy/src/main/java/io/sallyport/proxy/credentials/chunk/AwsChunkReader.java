package io.sallyport.proxy.credentials.chunk;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes a body in signed chunks apart: {@code SIZE;chunk-signature=HEX}, the data, and so on to an empty chunk, behind
 * which trailers may stand. Read strictly: a server that reads another framing than this would find other data in it.
 * The key that the client has signed with is not known, so its signatures are not verified. Holds one chunk at a time.
 * Confined to its event loop.
 */
public final class AwsChunkReader {
    /** Of the data of one chunk. Clients send 64 or 128 KiB. */
    static final int MAX_DATA_BYTES = 1 << 20;

    /**
     * Of the data of each chunk but the last, as S3 asks for: each costs a signature, however short it is (Amazon S3
     * API Reference, error InvalidChunkSizeError).
     */
    static final int LEAST_DATA_BYTES = 8_192;

    private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{1,8});chunk-signature=[0-9a-f]{64}\r\n");
    private static final int SIGNATURE_DIGITS = 64;
    private static final int LINE_END_BYTES = 2;
    private static final int MAX_LINE_BYTES = 8 + ";chunk-signature=".length() + SIGNATURE_DIGITS + LINE_END_BYTES;

    private final ChunkForm form;
    private final ChunkTrailers trailers;
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int lineBytes;
    private Place place = Place.LINE;
    private byte[] wire = {}; // of the chunk that is read, from its line on
    private int filled;
    private int size; // of its data
    private long dataBytes; // of all chunks until now
    private Verdict verdict = Verdict.PASS;

    private enum Place {
        LINE,
        DATA,
        TRAILERS,
        ENDED
    }

    AwsChunkReader(ChunkForm form) {
        this.form = form;
        this.trailers = new ChunkTrailers(form.trailers());
    }

    /** Takes bytes up to the end of one chunk; returns it, or null before more come. */
    public @Nullable AwsChunk read(ByteBuf in) {
        AwsChunk chunk = null;
        while (chunk == null && goesOn() && in.isReadable()) {
            chunk = switch (place) {
                case LINE -> line(in);
                case DATA -> data(in);
                case TRAILERS -> trailers(in);
                case ENDED -> broken("more follows the last of its chunks");
            };
        }
        return chunk;
    }

    /** Whether what was read until now may go on. */
    public Verdict verdict() {
        return verdict;
    }

    private boolean goesOn() {
        return !(verdict instanceof Verdict.Refuse);
    }

    /** Whether nothing is missing. */
    public boolean isEnded() {
        return place == Place.ENDED;
    }

    /** Bytes of the chunk that is read, the missing ones too. */
    public int heldBytes() {
        return wire.length;
    }

    private @Nullable AwsChunk line(ByteBuf in) {
        byte next = in.readByte();
        line[lineBytes] = next;
        lineBytes++;
        if (next == '\n') {
            return begin(new String(line, 0, lineBytes, StandardCharsets.ISO_8859_1));
        }
        return lineBytes < MAX_LINE_BYTES ? null : broken("one of its chunks begins with no size and signature");
    }

    private @Nullable AwsChunk begin(String text) {
        Matcher read = LINE.matcher(text);
        if (!read.matches()) {
            return broken("one of its chunks begins with no size and signature");
        }
        long said = Long.parseLong(read.group(1), 16);
        if (said > MAX_DATA_BYTES) {
            verdict = Verdict.Refuse.hinted(
                    ReasonCode.BODY_TOO_LARGE, "a signed chunk has at most " + MAX_DATA_BYTES + " bytes of data");
            return null;
        }
        long all = dataBytes + said;
        if (said == 0 ? all != form.dataBytes() : all > form.dataBytes()) {
            return broken("all of its chunks together are not as long as X-Amz-Decoded-Content-Length says");
        }
        if (said > 0 && said < LEAST_DATA_BYTES && all < form.dataBytes()) {
            return broken("a chunk that is not the last has less than " + LEAST_DATA_BYTES + " bytes of data");
        }
        dataBytes = all;
        size = (int) said;
        wire = new byte[lineBytes + size + (endsInTrailers() ? 0 : LINE_END_BYTES)];
        System.arraycopy(line, 0, wire, 0, lineBytes);
        filled = lineBytes;
        place = Place.DATA;
        return null;
    }

    /** Whether trailers stand where the end of line behind the data of other chunks does. */
    private boolean endsInTrailers() {
        return size == 0 && !form.trailers().isEmpty();
    }

    private @Nullable AwsChunk data(ByteBuf in) {
        int taken = Math.min(in.readableBytes(), wire.length - filled);
        in.readBytes(wire, filled, taken);
        filled += taken;
        if (filled < wire.length) {
            return null;
        }
        int to = lineBytes + size;
        if (!endsInTrailers() && (wire[to] != '\r' || wire[to + 1] != '\n')) {
            return broken("one of its chunks is longer than it says");
        }
        byte[] whole = wire;
        int from = lineBytes;
        place = size > 0 ? Place.LINE : endsInTrailers() ? Place.TRAILERS : Place.ENDED;
        wire = new byte[0];
        lineBytes = 0;
        return AwsChunk.ofData(whole, from - LINE_END_BYTES - SIGNATURE_DIGITS, from, to);
    }

    private @Nullable AwsChunk trailers(ByteBuf in) {
        Parsed<AwsChunk> read = trailers.read(in).orElse(null);
        return switch (read) {
            case null -> null;
            case Parsed.Rejected<AwsChunk>(String why, int _) -> broken(why);
            case Parsed.Accepted<AwsChunk>(AwsChunk chunk) -> {
                place = Place.ENDED;
                yield chunk;
            }
        };
    }

    private @Nullable AwsChunk broken(String why) {
        verdict = Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, "the body is not in signed chunks: " + why);
        return null;
    }
}
