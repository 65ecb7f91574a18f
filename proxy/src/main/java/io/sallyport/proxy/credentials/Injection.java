package io.sallyport.proxy.credentials;

import io.sallyport.proxy.listener.NameSet;
import io.sallyport.proxy.listener.RoutingFields;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** One thing that a request gets on its last hop. Immutable. */
public sealed interface Injection {
    /** The name of the field, or of the member of the query; empty for a path. */
    String name();

    /**
     * A field of the head.
     *
     * @param before what stands before the value, such as {@code "Bearer "}
     */
    record Header(String name, String before) implements Injection {}

    /** Basic credentials (RFC 7617) in {@code Authorization}, with the value as the password. */
    record Basic(String user) implements Injection {
        @Override
        public String name() {
            return "Authorization";
        }
    }

    /** A field with a text that is no secret, which has to stand beside a token. */
    record Fixed(String name, String text) implements Injection {}

    /** A member of the query. */
    record Query(String name) implements Injection {}

    /** A place in the path. */
    record Path(PathTemplate template) implements Injection {
        @Override
        public String name() {
            return "";
        }
    }

    /** Whether it is a field of the head. */
    default boolean isField() {
        return switch (this) {
            case Header _, Basic _, Fixed _ -> true;
            case Query _, Path _ -> false;
        };
    }

    /** What the gateway writes itself, or what says how a message is framed. */
    NameSet RESERVED = NameSet.of(
            "Host",
            "Connection",
            "Keep-Alive",
            "Content-Length",
            "Transfer-Encoding",
            "Content-Encoding",
            "Accept-Encoding",
            "TE",
            "Trailer",
            "Upgrade",
            "Expect",
            "Via",
            "HTTP2-Settings");

    /** Whether a field of that name may be injected: none that frames the message, or names its target or method. */
    static boolean mayWrite(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")
                && !RESERVED.contains(name)
                && !name.regionMatches(true, 0, "Proxy", 0, 5)
                && !name.regionMatches(true, 0, "Sec-WebSocket-", 0, 14)
                && !RoutingFields.namesTarget(name)
                && !RoutingFields.namesMethod(name);
    }

    /** What a field says with {@code value}, or a member of the query or a path, encoded. */
    default String text(String value) {
        return switch (this) {
            case Header(String _, String before) -> before + value;
            case Basic(String user) ->
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + value).getBytes(StandardCharsets.UTF_8));
            case Fixed(String _, String text) -> text;
            case Query _, Path _ -> PercentCoding.encode(value);
        };
    }
}
