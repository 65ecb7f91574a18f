package io.sallyport.egress.upstream;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The gateway's own name and password at the upstream proxy (RFC 7617). Immutable; its text form holds no secret. */
public final class UpstreamCredentials {
    private final String header;

    private UpstreamCredentials(String header) {
        this.header = header;
    }

    /**
     * Creates credentials.
     *
     * @throws IllegalArgumentException if the name holds a colon, or either a control character
     */
    public static UpstreamCredentials basic(String username, String password) {
        if (username.indexOf(':') >= 0 || hasControls(username) || hasControls(password)) {
            throw new IllegalArgumentException("a colon in the name, or a control character");
        }
        byte[] both = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new UpstreamCredentials("Basic " + Base64.getEncoder().encodeToString(both));
    }

    /** Returns the value of {@code Proxy-Authorization}. */
    String header() {
        return header;
    }

    private static boolean hasControls(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    @Override
    public String toString() {
        return "UpstreamCredentials";
    }
}
