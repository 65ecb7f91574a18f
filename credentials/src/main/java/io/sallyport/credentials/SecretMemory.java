package io.sallyport.credentials;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of all values in use, against their bound. Safe for concurrent use. */
final class SecretMemory {
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();

    SecretMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    long maxBytes() {
        return maxBytes;
    }

    /** Sets aside {@code length} bytes; false if there are not so many left. */
    boolean take(long length) {
        if (bytes.addAndGet(length) <= maxBytes) {
            return true;
        }
        bytes.addAndGet(-length);
        return false;
    }

    void giveBack(long length) {
        bytes.addAndGet(-length);
    }

    /** Returns the bytes in use. */
    long used() {
        return bytes.get();
    }
}
