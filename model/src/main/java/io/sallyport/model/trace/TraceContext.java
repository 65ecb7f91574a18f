package io.sallyport.model.trace;

import io.sallyport.model.text.Parsed;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A span of a trace, as the header {@code traceparent} names it (W3C Trace Context, Recommendation of 23 November 2021,
 * section 3.2). Immutable.
 *
 * @param traceId 32 lower-case hex digits, not all zero
 * @param spanId 16 lower-case hex digits, not all zero
 * @param sampled whether the span is recorded
 */
public record TraceContext(String traceId, String spanId, boolean sampled) {
    private static final HexFormat HEX = HexFormat.of();
    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;
    private static final int VERSION_DIGITS = 2;
    private static final int FLAGS_DIGITS = 2;
    private static final int TRACE_AT = VERSION_DIGITS + 1;
    private static final int SPAN_AT = TRACE_AT + TRACE_DIGITS + 1;
    private static final int FLAGS_AT = SPAN_AT + SPAN_DIGITS + 1;
    private static final int LENGTH = FLAGS_AT + FLAGS_DIGITS;
    private static final int SAMPLED = 1;

    public TraceContext {
        if (!isId(traceId, TRACE_DIGITS) || !isId(spanId, SPAN_DIGITS)) {
            throw new IllegalArgumentException("not an id of a trace and one of a span");
        }
    }

    /**
     * Reads the value of a {@code traceparent}. Only version 00 is read: of a later one the parts that are known may
     * mean something else.
     */
    public static Parsed<TraceContext> parse(String value) {
        if (value.length() != LENGTH) {
            return new Parsed.Rejected<>("traceparent: expected " + LENGTH + " characters");
        }
        if (!value.startsWith("00-") || value.charAt(SPAN_AT - 1) != '-' || value.charAt(FLAGS_AT - 1) != '-') {
            return new Parsed.Rejected<>("traceparent: expected 00-TRACE-SPAN-FLAGS");
        }
        String trace = value.substring(TRACE_AT, SPAN_AT - 1);
        String span = value.substring(SPAN_AT, FLAGS_AT - 1);
        String flags = value.substring(FLAGS_AT);
        if (!isId(trace, TRACE_DIGITS) || !isId(span, SPAN_DIGITS) || !isHex(flags, FLAGS_DIGITS)) {
            return new Parsed.Rejected<>("traceparent: expected lower-case hex digits, and ids that are not zero");
        }
        return new Parsed.Accepted<>(new TraceContext(trace, span, (HexFormat.fromHexDigits(flags) & SAMPLED) != 0));
    }

    /** Returns the first span of a new trace. */
    public static TraceContext begin(RandomGenerator random, boolean sampled) {
        return new TraceContext(id(random, TRACE_DIGITS), id(random, SPAN_DIGITS), sampled);
    }

    /** Returns another span of the same trace. */
    public TraceContext child(RandomGenerator random, boolean childSampled) {
        return new TraceContext(traceId, id(random, SPAN_DIGITS), childSampled);
    }

    /** Returns the value of {@code traceparent} that names this span. */
    public String header() {
        return "00-" + traceId + '-' + spanId + (sampled ? "-01" : "-00");
    }

    private static String id(RandomGenerator random, int digits) {
        byte[] bytes = new byte[digits / 2];
        random.nextBytes(bytes);
        bytes[0] |= 1; // the id of all zeros means that there is none
        return HEX.formatHex(bytes);
    }

    private static boolean isId(String text, int digits) {
        return isHex(text, digits) && text.chars().anyMatch(digit -> digit != '0');
    }

    private static boolean isHex(String text, int digits) {
        return text.length() == digits
                && text.chars().allMatch(digit -> (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'));
    }
}
