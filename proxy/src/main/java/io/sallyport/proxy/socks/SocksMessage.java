package io.sallyport.proxy.socks;

import io.sallyport.model.ReasonCode;

/** What the bytes of a SOCKS5 client amount to. */
public sealed interface SocksMessage {
    /** More bytes are needed; all that came were taken. */
    record Incomplete() implements SocksMessage {}

    /**
     * Which ways of authentication the client offers, of those that are known here.
     *
     * @param none without any
     * @param password user name and password (RFC 1929)
     */
    record Greeting(boolean none, boolean password) implements SocksMessage {}

    /**
     * User name and password.
     *
     * @param basic both as credentials of HTTP's scheme Basic (RFC 7617); the name holds no colon
     */
    record Credentials(String basic) implements SocksMessage {}

    /**
     * What is asked for.
     *
     * @param authority {@code host:port} as the client wrote it: any character below 256 may stand in the host
     */
    record Request(SocksCommand command, String authority) implements SocksMessage {}

    /** Not SOCKS5; the connection cannot be read any further. */
    record Foreign(Protocol protocol) implements SocksMessage {}

    /**
     * SOCKS5 that is wrong, or asks for what RFC 1928 does not know; the connection cannot be read any further.
     *
     * @param why safe to show
     */
    record Malformed(ReasonCode reason, String why) implements SocksMessage {}

    /** What a first byte tells of a client. */
    enum Protocol {
        SOCKS4,
        SOCKS5,
        HTTP,
        UNKNOWN;

        public boolean isSocks() {
            return this == SOCKS4 || this == SOCKS5;
        }

        /** The protocol that begins so; TLS is among the unknown. */
        public static Protocol of(byte first) {
            return switch (first) {
                case 4 -> SOCKS4;
                case 5 -> SOCKS5;
                default -> first >= 'A' && first <= 'Z' ? HTTP : UNKNOWN;
            };
        }
    }
}
