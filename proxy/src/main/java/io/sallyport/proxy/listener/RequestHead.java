package io.sallyport.proxy.listener;

import io.sallyport.model.message.RequestHeaders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * One request head as it was sent, well-formed but not yet understood.
 *
 * @param method a token of at most 32 characters
 * @param target visible ASCII
 * @param minorVersion 0 or 1: HTTP/1.0 or HTTP/1.1
 * @param onStream whether it came on a stream of HTTP/2, as what HTTP/1.1 would have said
 */
public record RequestHead(
        String method, String target, int minorVersion, HeaderFields fields, Framing framing, boolean onStream)
        implements RequestHeaders {
    public RequestHead(String method, String target, int minorVersion, HeaderFields fields) {
        this(method, target, minorVersion, fields, Framing.ofRequest(fields, minorVersion), false);
    }

    /** The same with other fields, framed as this one was. */
    public RequestHead with(String... namesAndValues) {
        return new RequestHead(method, target, minorVersion, HeaderFields.of(namesAndValues), framing, onStream);
    }

    /** The version in which it came, as {@code Via} says it (RFC 9110 section 7.6.3). */
    public String receivedIn() {
        return onStream ? "2" : "1." + minorVersion;
    }

    public boolean isConnect() {
        return method.equals("CONNECT");
    }

    /** Whether the client waits for a word before it sends the body (RFC 9110 section 10.1.1). */
    public boolean expectsContinue() {
        return minorVersion == 1 && fields.lists("Expect", "100-continue");
    }

    /** Whether the connection may serve another request after this one; HTTP/1.0 ends after one. */
    public boolean keepsConnection() {
        return minorVersion == 1 && !fields.lists("Connection", "close") && !(framing instanceof Framing.Unclear);
    }

    @Override
    public List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < fields.size(); i++) {
            names.add(fields.name(i).toLowerCase(Locale.ROOT));
        }
        return List.copyOf(names);
    }

    @Override
    public List<String> values(String name) {
        String first = fields.first(name);
        if (first == null) {
            return List.of();
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.name(i).equalsIgnoreCase(name)) {
                values.add(fields.value(i));
            }
        }
        return List.copyOf(values);
    }

    @Override
    public void forEach(BiConsumer<String, String> field) {
        for (int i = 0; i < fields.size(); i++) {
            field.accept(fields.name(i), fields.value(i));
        }
    }

    @Override
    public long bodyBytes() {
        return switch (framing) {
            case Framing.None _ -> 0;
            case Framing.Length(long bytes) -> bytes;
            case Framing.Chunked _, Framing.UntilClose _, Framing.Unclear _ -> UNKNOWN_LENGTH;
        };
    }
}
