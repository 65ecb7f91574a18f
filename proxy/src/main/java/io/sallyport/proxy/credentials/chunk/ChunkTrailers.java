package io.sallyport.proxy.credentials.chunk;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields behind the last of signed chunks, and their signature: none but those that the head names. A field ends
 * with CRLF, or as some clients and the example of AWS have it, with LF before that. Confined to its event loop.
 */
final class ChunkTrailers {
    /** Of all of them: a checksum of 512 bits, and room for two of each kind. */
    private static final int MAX_BYTES = 2_048;

    private static final Pattern FIELD =
            Pattern.compile("\\G([a-z0-9-]{1,64}):([A-Za-z0-9+/=-]{1,128})(?:\r\n|\n(?:\r\n)?)");
    private static final Pattern END = Pattern.compile("x-amz-trailer-signature:([0-9a-f]{64})\r\n\r\n");

    private final Set<String> names;
    private final byte[] wire = new byte[MAX_BYTES];
    private int filled;

    /** @param names in small letters */
    ChunkTrailers(Set<String> names) {
        this.names = names;
    }

    /** Takes bytes up to the end; returns nothing before more come. */
    Optional<Parsed<AwsChunk>> read(ByteBuf in) {
        Optional<Parsed<AwsChunk>> read = Optional.empty();
        while (read.isEmpty() && in.isReadable()) {
            if (filled == MAX_BYTES) {
                return rejected("its trailers are too long");
            }
            wire[filled] = in.readByte();
            filled++;
            read = wire[filled - 1] == '\n' ? whole(new String(wire, 0, filled, StandardCharsets.ISO_8859_1)) : read;
        }
        return read;
    }

    private static Optional<Parsed<AwsChunk>> rejected(String why) {
        return Optional.of(new Parsed.Rejected<>(why));
    }

    private Optional<Parsed<AwsChunk>> whole(String text) {
        Matcher end = END.matcher(text);
        if (!end.find()) {
            return Optional.empty();
        }
        Map<String, String> fields = new TreeMap<>();
        Matcher field = FIELD.matcher(text).region(0, end.start());
        int read = 0;
        while (field.find()) {
            if (fields.put(field.group(1), field.group(2)) != null) {
                return rejected("one of its trailers stands there twice");
            }
            read = field.end();
        }
        if (read != end.start() || !fields.keySet().equals(names)) {
            return rejected("its trailers are not those that X-Amz-Trailer names");
        }
        var covered = new StringBuilder();
        fields.forEach(
                (name, value) -> covered.append(name).append(':').append(value).append('\n'));
        return Optional.of(new Parsed.Accepted<>(
                AwsChunk.ofTrailers(text.getBytes(StandardCharsets.ISO_8859_1), end.start(1), covered.toString())));
    }
}
