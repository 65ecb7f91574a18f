package io.sallyport.configuration;

import java.time.Duration;

/**
 * When the file of the audit log is closed, and what becomes of closed segments. Zero is no limit. Immutable.
 *
 * @param maxBytes of one segment
 * @param maxAge of a segment's first line
 * @param compress whether closed segments but the newest are compressed
 * @param keepBytes of all closed segments together
 * @param keepAge of a closed segment's last line
 * @param sign whether the manifests of closed segments are signed
 */
public record AuditSegments(
        long maxBytes, Duration maxAge, boolean compress, long keepBytes, Duration keepAge, boolean sign) {}
