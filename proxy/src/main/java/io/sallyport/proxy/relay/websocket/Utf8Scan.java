package io.sallyport.proxy.relay.websocket;

/**
 * Whether bytes that come in pieces are UTF-8 (RFC 3629): no overlong form, no surrogate. Confined to its event loop.
 */
final class Utf8Scan {
    private int wanted;
    private int low = 0x80;
    private int high = 0xbf;
    private boolean broken;

    /** Takes the next byte, 0..255. */
    void add(int b) {
        if (wanted > 0) {
            broken |= b < low || b > high;
            low = 0x80;
            high = 0xbf;
            wanted--;
        } else if (b >= 0x80) {
            begin(b);
        }
    }

    private void begin(int b) {
        broken |= b < 0xc2 || b > 0xf4;
        wanted = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        switch (b) {
            case 0xe0 -> low = 0xa0;
            case 0xed -> high = 0x9f;
            case 0xf0 -> low = 0x90;
            case 0xf4 -> high = 0x8f;
            default -> {}
        }
    }

    /** Whether no continuation can make the bytes so far UTF-8. */
    boolean isBroken() {
        return broken;
    }

    /** Whether the bytes so far are UTF-8 as they stand. */
    boolean isWhole() {
        return !broken && wanted == 0;
    }
}
