package io.sallyport.proxy.intercept;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a ClientHello (RFC 8446 section 4.1.2). Lengths must add up to the byte, no extension may stand twice
 * (section 4.2), and server_name names one host (RFC 6066 section 3). Confined to one call.
 */
final class ClientHelloBody {
    private static final int RANDOM_BYTES = 32;
    private static final int MAX_SESSION_ID_BYTES = 32;
    private static final int SERVER_NAME = 0;
    private static final int HOST_NAME = 0;

    /** RFC 7301 section 3.1. */
    private static final int PROTOCOLS = 16;

    private static final String HTTP_1_1 = "http/1.1";
    private static final String HTTP_2 = "h2";

    /** RFC 9849 section 5. */
    private static final int ENCRYPTED_CLIENT_HELLO = 0xfe0d;

    private final VectorReader in;
    /** Few in every hello; a bit for each of 65,536 types would be 8 KiB. */
    private final Set<Integer> seen = new HashSet<>();

    private @Nullable String serverName;
    private boolean acceptsHttp1 = true;
    private boolean acceptsHttp2 = true;
    private @Nullable String fault;

    private ClientHelloBody(VectorReader in) {
        this.in = in;
    }

    /** Reads {@code bytes} from {@code from} to {@code to}. */
    static HelloResult read(byte[] bytes, int from, int to) {
        return new ClientHelloBody(new VectorReader(bytes, from, to)).read();
    }

    private HelloResult read() {
        in.skip(2 + RANDOM_BYTES);
        int sessionId = in.vector8().length();
        int suites = in.vector16().length();
        int compressions = in.vector8().length();
        boolean fits = sessionId <= MAX_SESSION_ID_BYTES && suites > 0 && suites % 2 == 0 && compressions > 0;
        if (in.hasFailed() || !fits) {
            return malformed("a field before the extensions is cut or out of range");
        }
        if (!in.isAtEnd()) {
            extensions(in.vector16());
        }
        if (in.hasFailed() || !in.isAtEnd()) {
            return malformed("the lengths do not add up");
        }
        String why = fault;
        return why != null
                ? malformed(why)
                : new HelloResult.Complete(
                        new ClientHello(serverName, seen.contains(ENCRYPTED_CLIENT_HELLO), acceptsHttp1, acceptsHttp2));
    }

    private void extensions(VectorReader list) {
        while (!list.isAtEnd() && fault == null) {
            int type = list.number16();
            VectorReader content = list.vector16();
            if (list.hasFailed()) {
                fault = "an extension is cut";
            } else if (!seen.add(type)) {
                fault = "extension " + type + " stands twice";
            } else if (type == SERVER_NAME) {
                serverName(content);
            } else if (type == PROTOCOLS) {
                protocols(content);
            }
        }
    }

    /**
     * What is no list of names offers nothing that is served; whether it is refused for that is its server's to say.
     */
    private void protocols(VectorReader content) {
        VectorReader names = content.vector16();
        acceptsHttp1 = false;
        acceptsHttp2 = false;
        while (!names.isAtEnd()) {
            String name = names.vector8().text(StandardCharsets.ISO_8859_1);
            acceptsHttp1 |= name.equals(HTTP_1_1);
            acceptsHttp2 |= name.equals(HTTP_2);
        }
    }

    private void serverName(VectorReader content) {
        VectorReader names = content.vector16();
        int type = names.number8();
        VectorReader name = names.vector16();
        boolean one = !content.hasFailed() && content.isAtEnd() && !names.hasFailed() && names.isAtEnd();
        if (!one || type != HOST_NAME || name.length() == 0) {
            fault = "server_name is not one host name";
            return;
        }
        serverName = name.text(StandardCharsets.ISO_8859_1);
    }

    private static HelloResult malformed(String why) {
        return new HelloResult.Malformed(why);
    }
}
