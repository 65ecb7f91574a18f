package io.sallyport.proxy.dns;

/**
 * What a datagram, or a message on a connection, comes to (RFC 1035 section 4).
 *
 * <p>Produced by {@link DnsReader}.
 */
sealed interface DnsMessage {
    /** Nothing that is answered: too short for a header, or an answer itself. */
    record Silent() implements DnsMessage {}

    /**
     * Answered with a code alone.
     *
     * @param header of the message
     * @param why for operators
     */
    record Unserved(DnsHeader header, DnsCode code, String why) implements DnsMessage {}

    /** One question. */
    record Query(DnsHeader header, DnsQuestion question) implements DnsMessage {}
}
