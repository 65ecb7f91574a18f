package io.sallyport.proxy.dns;

/**
 * What an answer repeats of the header of its query, and of its OPT record (RFC 1035 section 4.1.1, RFC 6891).
 *
 * @param id 16 bits
 * @param opcode 4 bits
 * @param recursionDesired the bit RD
 * @param extended whether an OPT record came, so that one goes back
 */
record DnsHeader(int id, int opcode, boolean recursionDesired, boolean extended) {}
