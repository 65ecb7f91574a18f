package io.sallyport.model.text;

/** Whether bytes, given one by one, are UTF-8: no overlong forms, surrogates or numbers past U+10FFFF (RFC 3629 section 4). */
public final class Utf8Check {
    private int missing;
    private int low;
    private int high;

    /** Takes the next byte of 0x80 and above; false where it cannot stand here. */
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

    /** Whether no sequence is left open. */
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
