package io.sallyport.credentials;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Values in use, counted: the last release overwrites them. Created with one reference, of its creator. Safe for
 * concurrent use.
 */
final class HeldSecrets {
    private final NamedSecrets values;
    private final SecretRevision revision;
    private final Lifetime lifetime;
    private final SecretMemory memory;
    private final @Nullable Instant end;
    private final AtomicInteger references = new AtomicInteger(1);

    /**
     * @param revision with a holder that is this
     * @param end that the source has said, or null
     * @param memory has set aside the length of {@code values}, which the last release gives back
     */
    HeldSecrets(
            NamedSecrets values,
            SecretRevision revision,
            @Nullable Instant end,
            Lifetime lifetime,
            SecretMemory memory) {
        this.end = end;
        this.values = values;
        this.revision = revision;
        this.lifetime = lifetime;
        this.memory = memory;
    }

    NamedSecrets values() {
        return values;
    }

    SecretRevision revision() {
        return revision;
    }

    @Nullable
    Instant end() {
        return end;
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
            revision.release();
            long length = values.length();
            values.close();
            memory.giveBack(length);
        }
    }
}
