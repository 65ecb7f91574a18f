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
        int held = 0;
        int count = 8 * lead - first * bits; // the bits before the first whole character belong to the one before it
        int digit = 0;
        for (byte value : bytes) {
            held = (held << 8) | (value & 0xff);
            count += 8;
            while (count >= bits) {
                count -= bits;
                text[digit++] = (byte) alphabet.charAt((held >> count) & ((1 << bits) - 1));
            }
        }
        return text;
    }
}
