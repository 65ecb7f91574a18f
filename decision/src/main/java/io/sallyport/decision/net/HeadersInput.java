package io.sallyport.decision.net;

import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of {@code input.net} that come from the headers; notes that one was read. Values of fields that carry
 * secrets are left out: that such a field is there can be asked, what it says cannot. Confined to one evaluation.
 */
public final class HeadersInput {
    /** Credentials in the clear, as registered and as widely used: the published schema and the guide list the same. */
    public static final Set<String> SECRET = Set.of(
            "authorization",
            "proxy-authorization",
            "cookie",
            "api-key",
            "x-api-key",
            "x-auth-token",
            "x-goog-api-key",
            "x-amz-security-token",
            "x-vault-token",
            "private-token",
            "job-token");

    private static final Field ABSENT = new Absent();
    private static final Field UNREADABLE = new Unreadable();

    private final RequestHeaders headers;
    private boolean read;
    private @Nullable RegoObject all;

    /** One field of {@code input.net}. */
    sealed interface Field {}

    record There(RegoValue value) implements Field {}

    record Absent() implements Field {}

    /** It is there and says nothing that can be relied on. */
    record Unreadable() implements Field {}

    HeadersInput(RequestHeaders headers) {
        this.headers = headers;
    }

    boolean wereRead() {
        return read;
    }

    /** {@code headers}, {@code content_type} or {@code content_length}. */
    Field field(String name) {
        read = true;
        return switch (name) {
            case "headers" -> new There(all());
            case "content_type" -> contentType();
            case "content_length" -> contentLength();
            default -> ABSENT;
        };
    }

    /** {@code type/subtype} in lower case, without parameters (RFC 9110 section 8.3.1). */
    private Field contentType() {
        List<String> said = headers.values("content-type");
        if (said.isEmpty()) {
            return ABSENT;
        }
        String mediaType = said.size() == 1 ? MediaType.essence(said.getFirst()) : null;
        return mediaType == null ? UNREADABLE : new There(RegoString.of(mediaType));
    }

    private Field contentLength() {
        long bytes = headers.bodyBytes();
        return bytes == RequestHeaders.UNKNOWN_LENGTH ? UNREADABLE : new There(RegoNumber.of(bytes));
    }

    private RegoObject all() {
        RegoObject made = all;
        if (made == null) {
            Map<String, RegoValue> values = new HashMap<>();
            for (String name : headers.names()) {
                values.put(name, SECRET.contains(name) ? RegoArray.of() : NetInput.strings(headers.values(name)));
            }
            made = RegoObject.of(values);
            all = made;
        }
        return made;
    }
}
