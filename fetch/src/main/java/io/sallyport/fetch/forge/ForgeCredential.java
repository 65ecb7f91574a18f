package io.sallyport.fetch.forge;

import java.nio.charset.StandardCharsets;

/** What the gateway shows to a forge. It is sent to the forge's API alone, and stands in no text. Immutable. */
public final class ForgeCredential {
    private final String token;

    private ForgeCredential(String token) {
        this.token = token;
    }

    /**
     * A credential.
     *
     * @throws IllegalArgumentException where it could not stand in a header; the message does not hold it
     */
    public static ForgeCredential of(String token) {
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a forge credential is printable ASCII without spaces");
        }
        return new ForgeCredential(token);
    }

    /** The token itself, for looking whether it leaves. */
    public byte[] bytes() {
        return token.getBytes(StandardCharsets.US_ASCII);
    }

    /** The value of {@code Authorization}. */
    String header() {
        return "Bearer " + token;
    }

    @Override
    public String toString() {
        return "a forge credential";
    }
}
