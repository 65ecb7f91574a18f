package io.sallyport.proxy.dns;

/**
 * One question (RFC 1035 section 4.1.2).
 *
 * @param name the labels joined by dots; a byte that is no visible ASCII character, or a dot inside a label, as
 *     {@code \DDD} (RFC 4343 section 2.1)
 * @param type 16 bits
 * @param category the class, 16 bits
 * @param wire the question as it came, one char for each byte: the answer repeats it with the case of its letters
 */
record DnsQuestion(String name, int type, int category, String wire) {
    /** The class Internet. */
    static final int INTERNET = 1;

    static final int A = 1;
    static final int AAAA = 28;
    static final int SVCB = 64;
    static final int HTTPS = 65;

    /** Returns the word for the type, as in zone files; RFC 3597 section 5 for those that are not served. */
    String typeWord() {
        return switch (type) {
            case A -> "A";
            case AAAA -> "AAAA";
            case SVCB -> "SVCB";
            case HTTPS -> "HTTPS";
            default -> "TYPE" + type;
        };
    }
}
