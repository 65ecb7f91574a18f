package io.sallyport.apiservers;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes secrets out of a stream of bytes, also where one is split over reads: the end of a read that could be the
 * beginning of a secret waits for the next. Confined to one thread.
 */
final class SecretFilter {
    private static final byte[] INSTEAD = "[CREDENTIAL]".getBytes(StandardCharsets.US_ASCII);

    private final LogSecrets secrets;
    private byte[] held = new byte[0];

    SecretFilter(LogSecrets secrets) {
        this.secrets = secrets;
    }

    /** What can be shown now that {@code length} more bytes are there. */
    byte[] scrub(byte[] bytes, int length) {
        byte[] all = Arrays.copyOf(held, held.length + length);
        System.arraycopy(bytes, 0, all, held.length, length);
        return scrub(all, false);
    }

    /** What was held back, when no more comes. */
    byte[] end() {
        return scrub(held, true);
    }

    private byte[] scrub(byte[] all, boolean last) {
        var shown = new ByteArrayOutputStream(all.length);
        int at = 0;
        while (at < all.length && (last || !secrets.mayBegin(all, at, all.length))) {
            int secret = secrets.lengthAt(all, at, all.length);
            if (secret > 0) {
                shown.writeBytes(INSTEAD);
                at += secret;
            } else {
                shown.write(all[at++]);
            }
        }
        held = Arrays.copyOfRange(all, at, all.length);
        return shown.toByteArray();
    }
}
