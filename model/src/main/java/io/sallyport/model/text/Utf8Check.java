package io.sallyport.model.text;

/**
 * Checks byte by byte that input is UTF-8: no overlong forms, surrogates or code points above U+10FFFF (RFC 3629
 * section 4).
 */
public final class Utf8Check {
    private int missing;
    private int low;
    private int high;

    /** Accepts the next byte of 0x80 or above. Returns false if it is invalid at this position. */
    public boolean accept(int octet) {
        if (missing == 0) {
            return lead(octet);
        }
        boolean fits = octet >= low && octet <= high;
        low = 0x80;
        high = 0xbf;
        missing--;
        return fits;
    }

    /** Returns whether no sequence is incomplete. */
    public boolean isComplete() {
        return missing == 0;
    }

    private boolean lead(int octet) {
        low = octet == 0xe0 ? 0xa0 : octet == 0xf0 ? 0x90 : 0x80;
        high = octet == 0xed ? 0x9f : octet == 0xf4 ? 0x8f : 0xbf;
        missing = octet < 0xe0 ? 1 : octet < 0xf0 ? 2 : 3;
        return octet >= 0xc2 && octet <= 0xf4;
    }
}
