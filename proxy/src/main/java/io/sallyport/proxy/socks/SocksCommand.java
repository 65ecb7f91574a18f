package io.sallyport.proxy.socks;

import org.jspecify.annotations.Nullable;

/** What a SOCKS request asks for (RFC 1928 section 4). Only CONNECT is served. */
public enum SocksCommand {
    CONNECT,
    BIND,
    UDP_ASSOCIATE;

    /** The command of that code, or null if there is none. */
    static @Nullable SocksCommand of(byte code) {
        return code < 1 || code > 3 ? null : values()[code - 1];
    }
}
