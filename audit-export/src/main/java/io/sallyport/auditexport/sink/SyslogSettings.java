package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.model.host.CanonicalAuthority;
import java.time.Duration;
import java.util.List;

/**
 * Where a sink sends messages of syslog. Immutable.
 *
 * @param at with a port
 * @param tls whether TLS is spoken (RFC 5425), or the bytes are in the clear
 * @param addresses blocks that its addresses lie in, which may be private; if empty, public addresses and those that
 *     the dialer's rules waive
 * @param timeLimit for the connection, and for each batch
 */
public record SyslogSettings(
        CanonicalAuthority at, boolean tls, List<String> addresses, ExportForm form, Duration timeLimit)
        implements SinkTarget {
    public SyslogSettings {
        addresses = List.copyOf(addresses);
    }
}
