package io.sallyport.credentials;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * What a program prints, taken without waiting for more: another process may hold the pipe for longer. Confined to one
 * thread; {@link #close} overwrites it.
 */
final class CommandOutput implements AutoCloseable {
    private final InputStream from;
    private final byte[] taken = new byte[SecretForm.MAX_BYTES + 1];
    private int length;

    CommandOutput(InputStream from) {
        this.from = from;
    }

    /** Takes what there is; false if it is more than {@link SecretForm#MAX_BYTES}. */
    boolean take() throws IOException {
        while (length < taken.length && from.available() > 0) {
            length += Math.max(0, from.read(taken, length, taken.length - length));
        }
        return length < taken.length;
    }

    /** Returns a copy, which the receiver overwrites. */
    byte[] bytes() {
        return Arrays.copyOf(taken, length);
    }

    @Override
    public void close() throws IOException {
        Arrays.fill(taken, (byte) 0);
        from.close();
    }
}
