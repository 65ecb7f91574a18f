package io.sallyport.findings;

/**
 * One encoding around something that is looked for.
 *
 * @param lead how many bytes of the group precede what is encoded
 */
record EncodingStep(RadixEncoding encoding, int lead) {
    /** Returns what is the same around {@code bytes}, whatever precedes and follows them. */
    byte[] around(byte[] bytes, String alphabet) {
        int bits = encoding.bits();
        int first = encoding.digitsBefore(lead);
        int end = 8 * (lead + bytes.length) / bits;
        var text = new byte[end - first];
        for (int digit = first; digit < end; digit++) {
            int value = 0;
            for (int bit = digit * bits; bit < (digit + 1) * bits; bit++) {
                int at = bit - 8 * lead;
                value = (value << 1) | ((bytes[at / 8] >> (7 - at % 8)) & 1);
            }
            text[digit - first] = (byte) alphabet.charAt(value);
        }
        return text;
    }
}
