package io.sallyport.proxy.dns;

/** The response codes that are sent (RFC 1035 section 4.1.1, RFC 6891 section 9). */
enum DnsCode {
    NO_ERROR(0),
    /** FORMERR: the query cannot be read. */
    FORMAT_ERROR(1),
    /** SERVFAIL: no address is free. */
    SERVER_FAILURE(2),
    /** NXDOMAIN: for this sandbox there is no such name. */
    NAME_ERROR(3),
    /** NOTIMP: no query. */
    NOT_IMPLEMENTED(4),
    REFUSED(5),
    /** BADVERS: a version of EDNS that is not known; needs an OPT record. */
    BAD_VERSION(16);

    private final int number;

    DnsCode(int number) {
        this.number = number;
    }

    /** The lower four bits, which stand in the header. */
    int low() {
        return number & 0xf;
    }

    /** The upper eight bits, which stand in the OPT record. */
    int high() {
        return number >>> 4;
    }
}
