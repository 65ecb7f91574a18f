package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.model.host.CanonicalAuthority;
import java.time.Duration;
import java.util.List;

/**
 * Where a sink sends messages of syslog. Immutable.
 *
 * @param at with a port; an address for datagrams
 * @param transport what carries the messages
 * @param addresses blocks that its addresses lie in, which may be private; if empty, public addresses and those that
 *     the dialer's rules waive
 * @param datagramBytes the longest datagram; a longer message is cut off
 * @param timeLimit for the connection, and for each batch
 */
public record SyslogSettings(
        CanonicalAuthority at,
        SyslogTransport transport,
        List<String> addresses,
        ExportForm form,
        int datagramBytes,
        Duration timeLimit)
        implements SinkTarget {
    /** The shortest bound of a datagram that leaves room for its head (RFC 5426 section 3.2). */
    public static final int MIN_DATAGRAM_BYTES = 480;

    /** What each receiver should take (RFC 5426 section 3.2). */
    public static final int DEFAULT_DATAGRAM_BYTES = 2_048;

    /** The most that a datagram of IPv4 holds. */
    public static final int MAX_DATAGRAM_BYTES = 65_507;

    public SyslogSettings {
        addresses = List.copyOf(addresses);
        if (datagramBytes < MIN_DATAGRAM_BYTES || datagramBytes > MAX_DATAGRAM_BYTES) {
            throw new IllegalArgumentException("datagrams of " + datagramBytes + " bytes");
        }
        if (transport == SyslogTransport.UDP && at.host().address() == null) {
            throw new IllegalArgumentException("datagrams go to an address");
        }
    }
}
