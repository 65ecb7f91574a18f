package io.sallyport.proxy.intercept;

import org.jspecify.annotations.Nullable;

/**
 * What a TLS ClientHello says of where it wants to go (RFC 8446 section 4.1.2).
 *
 * @param serverName the one host_name of the server_name extension as it was sent (RFC 6066 section 3), or null
 * @param encrypted whether it carries an encrypted_client_hello extension: {@code serverName} may then be a cover, and
 *     whether it is one cannot be told from outside (browsers send empty covers on purpose)
 * @param acceptsHttp1 whether {@code http/1.1} is among the protocols that it offers (RFC 7301), or it offers none
 * @param acceptsHttp2 the same of {@code h2}
 */
public record ClientHello(@Nullable String serverName, boolean encrypted, boolean acceptsHttp1, boolean acceptsHttp2) {
    /** One that offers no protocols. */
    public ClientHello(@Nullable String serverName, boolean encrypted) {
        this(serverName, encrypted, true, true);
    }
}
