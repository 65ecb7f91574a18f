package io.sallyport.credentials;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Values in use, counted: the last release overwrites them. Created with one reference, of its creator. Safe for
 * concurrent use.
 */
final class HeldSecrets {
    private final NamedSecrets values;
    private final long revision;
    private final Lifetime lifetime;
    private final SecretMemory memory;
    private final AtomicInteger references = new AtomicInteger(1);

    /** @param memory has set aside the length of {@code values}, which the last release gives back */
    HeldSecrets(NamedSecrets values, long revision, Lifetime lifetime, SecretMemory memory) {
        this.values = values;
        this.revision = revision;
        this.lifetime = lifetime;
        this.memory = memory;
    }

    NamedSecrets values() {
        return values;
    }

    long revision() {
        return revision;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /** Takes one more reference; false if the values have been overwritten. */
    boolean retain() {
        return references.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void release() {
        int left = references.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException("released more often than retained");
        }
        if (left == 0) {
            long length = values.length();
            values.close();
            memory.giveBack(length);
        }
    }
}
