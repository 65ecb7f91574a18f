package io.sallyport.proxy.credentials;

import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.chunk.ChunkForm;
import io.sallyport.proxy.listener.RequestHead;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads what a head says of a body in signed chunks (Amazon S3 API Reference, "Transferring Payload in Multiple
 * Chunks" and "Trailing headers").
 */
final class SignedChunks {
    private static final String WITHOUT_TRAILERS = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
    private static final String WITH_TRAILERS = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
    private static final String LENGTH = "X-Amz-Decoded-Content-Length";
    private static final String TRAILERS = "X-Amz-Trailer";
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    /** Of the trailers that S3 takes. */
    private static final Pattern CHECKSUM = Pattern.compile("x-amz-checksum-[a-z0-9]{1,16}");

    private SignedChunks() {}

    /** Whether a head that says {@code payload} has such a body. */
    static boolean isSaid(String payload) {
        return payload.equals(WITHOUT_TRAILERS) || payload.equals(WITH_TRAILERS);
    }

    static Parsed<SigV4Payload> of(String payload, SigningScope scope, RequestHead head) {
        String length = head.fields().first(LENGTH);
        if (!scope.isLikeS3()) {
            return new Parsed.Rejected<>("only S3 takes a body in signed chunks");
        }
        if (length == null
                || head.fields().count(LENGTH) > 1
                || !DIGITS.matcher(length).matches()) {
            return new Parsed.Rejected<>("a body in signed chunks needs its length in " + LENGTH);
        }
        long bytes = Long.parseLong(length);
        return trailers(payload, head.values(TRAILERS))
                .map(names -> new SigV4Payload.Chunks(payload, new ChunkForm(bytes, names)));
    }

    private static Parsed<Set<String>> trailers(String payload, List<String> named) {
        Set<String> names = new HashSet<>();
        for (String name : String.join(",", named).split(",", -1)) {
            names.add(name.strip().toLowerCase(Locale.ROOT));
        }
        if (payload.equals(WITHOUT_TRAILERS)) {
            return named.isEmpty()
                    ? new Parsed.Accepted<>(Set.of())
                    : new Parsed.Rejected<>(TRAILERS + " goes with " + WITH_TRAILERS);
        }
        return names.stream().allMatch(name -> CHECKSUM.matcher(name).matches())
                ? new Parsed.Accepted<>(names)
                : new Parsed.Rejected<>(TRAILERS + " names a checksum (X-Amz-Checksum-...), and nothing else");
    }
}
