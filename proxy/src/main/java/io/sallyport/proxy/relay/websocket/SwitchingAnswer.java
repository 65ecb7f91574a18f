package io.sallyport.proxy.relay.websocket;

import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.listener.Tokens;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The 101 with which a target agrees to a WebSocket (RFC 6455 section 4.2.2), held against what was asked. */
public final class SwitchingAnswer {
    private static final String ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private SwitchingAnswer() {}

    /** Returns why {@code answer} is none to the handshake {@code asked}, or null. */
    public static @Nullable String fault(RequestHead asked, ResponseHead answer) {
        HeaderFields fields = answer.fields();
        if (answer.minorVersion() != 1
                || fields.count("Upgrade") != 1
                || !"websocket".equalsIgnoreCase(fields.first("Upgrade"))
                || !fields.lists("Connection", "upgrade")) {
            return "101 that does not switch to WebSocket";
        }
        if (fields.count("Content-Length") + fields.count("Transfer-Encoding") > 0) {
            return "101 with a body";
        }
        if (fields.count("Sec-WebSocket-Accept") != 1 || !accept(asked).equals(fields.first("Sec-WebSocket-Accept"))) {
            return "101 with another Sec-WebSocket-Accept than the key asks for";
        }
        if (fields.count("Sec-WebSocket-Extensions") > 0) {
            return "101 with an extension that was not asked for";
        }
        return hasAskedProtocol(asked.fields(), fields) ? null : "101 with a subprotocol that was not asked for";
    }

    private static boolean hasAskedProtocol(HeaderFields asked, HeaderFields fields) {
        String chosen = fields.first("Sec-WebSocket-Protocol");
        return chosen == null
                || (fields.count("Sec-WebSocket-Protocol") == 1
                        && Tokens.isToken(chosen)
                        && asked.lists("Sec-WebSocket-Protocol", chosen));
    }

    private static String accept(RequestHead asked) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            String key = asked.fields().first("Sec-WebSocket-Key") + ACCEPT_SUFFIX;
            return Base64.getEncoder().encodeToString(sha1.digest(key.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing); // every JDK has SHA-1
        }
    }
}
