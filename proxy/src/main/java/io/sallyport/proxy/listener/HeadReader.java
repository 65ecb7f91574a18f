package io.sallyport.proxy.listener;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import java.util.Arrays;

/**
 * Collects the bytes of one head after the other and parses each once it is whole. Confined to its event loop, whose
 * {@code scratch} it shares with the other readers there: a connection holds bytes of its own only while a head has
 * come in part.
 *
 * @param <H> the kind of head
 */
public final class HeadReader<H> {
    private static final byte[] NOTHING = {};
    private static final int FIRST_PART_BYTES = 512;

    private final StartLine<H> startLine;
    private final HeadLimits limits;
    private final byte[] scratch;
    private final HeadResult.Incomplete<H> incomplete = new HeadResult.Incomplete<>();

    /** The part that came in earlier reads; empty between heads. */
    private byte[] part = NOTHING;

    private int partLength;
    private HeadScan scan;

    /** @param scratch of this event loop, at least {@code limits.maxBytes() + 1} long */
    HeadReader(StartLine<H> startLine, HeadLimits limits, byte[] scratch) {
        this.startLine = startLine;
        this.limits = limits;
        this.scratch = scratch;
        this.scan = new HeadScan(limits, startLine);
    }

    /** Reads the heads that sandboxes send. */
    public static HeadReader<RequestHead> ofRequests(HeadLimits limits, byte[] scratch) {
        return new HeadReader<>(new RequestLine(), limits, scratch);
    }

    /** Reads the heads that targets answer. */
    public static HeadReader<ResponseHead> ofResponses(HeadLimits limits, byte[] scratch) {
        return new HeadReader<>(new StatusLine(), limits, scratch);
    }

    /** Whether a head has begun and not ended. */
    public boolean isInside() {
        return partLength > 0;
    }

    /** Takes bytes of {@code in} up to the end of a head, and no further. */
    public HeadResult<H> read(ByteBuf in) {
        int before = partLength;
        int taken = Math.min(in.readableBytes(), limits.maxBytes() + 1 - before);
        byte[] bytes = collect(in, taken);
        HeadScan.Progress progress = scan.advance(bytes, before + taken);
        if (progress == HeadScan.Progress.INCOMPLETE) {
            keep(bytes, before + taken);
            in.skipBytes(taken);
            return incomplete;
        }
        if (progress == HeadScan.Progress.COMPLETE) {
            in.skipBytes(scan.end() - before);
            HeadResult<H> result = startLine.parse(bytes, scan.start(), scan.end());
            reset();
            return result;
        }
        reset();
        return malformed(progress);
    }

    private byte[] collect(ByteBuf in, int taken) {
        byte[] bytes = scratch;
        if (partLength > 0) {
            if (part.length < partLength + taken) {
                part = Arrays.copyOf(part, Math.max(part.length * 2, partLength + taken));
            }
            bytes = part;
        }
        in.getBytes(in.readerIndex(), bytes, partLength, taken);
        return bytes;
    }

    private void keep(byte[] bytes, int length) {
        if (partLength == 0) {
            part = Arrays.copyOf(bytes, Math.max(length, FIRST_PART_BYTES));
        }
        partLength = length;
    }

    private void reset() {
        part = NOTHING;
        partLength = 0;
        scan = new HeadScan(limits, startLine);
    }

    private HeadResult<H> malformed(HeadScan.Progress progress) {
        return switch (progress) {
            case FIRST_LINE_TOO_LONG ->
                new HeadResult.Malformed<>(
                        ReasonCode.URI_TOO_LONG, "start line over " + limits.maxLineBytes() + " bytes");
            case TOO_MANY_FIELDS ->
                new HeadResult.Malformed<>(
                        ReasonCode.HEAD_TOO_LARGE, "more than " + limits.maxFields() + " header fields");
            case TOO_LARGE ->
                new HeadResult.Malformed<>(ReasonCode.HEAD_TOO_LARGE, "head over " + limits.maxBytes() + " bytes");
            case BAD_LINE, INCOMPLETE, COMPLETE ->
                new HeadResult.Malformed<>(
                        ReasonCode.MALFORMED_REQUEST, "not an HTTP/1.1 head: lines end with CRLF, a token comes first");
        };
    }
}
