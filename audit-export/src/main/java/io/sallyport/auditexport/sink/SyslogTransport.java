package io.sallyport.auditexport.sink;

import java.util.Locale;

/** What carries messages of syslog. */
public enum SyslogTransport {
    /** A connection inside TLS (RFC 5425). */
    TLS,
    /** A connection in the clear (RFC 6587). */
    TCP,
    /** A datagram for each message, in the clear (RFC 5426). */
    UDP;

    /** Returns the word in the configuration. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
