package io.sallyport.credentials;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of values at their source, shared by all that were read one after the other and are the same. Created with
 * one holder. Safe for concurrent use.
 */
final class SecretRevision {
    private final long number;
    private final RevisionReader reader;
    private final AtomicInteger holders = new AtomicInteger(1);

    /** Has {@code reader} read the values. */
    SecretRevision(long number, NamedSecrets values, RevisionReader reader) {
        this.number = number;
        this.reader = reader;
        reader.read(number, values);
    }

    long number() {
        return number;
    }

    /** One more holder; only while there is one. */
    void retain() {
        holders.incrementAndGet();
    }

    /** One holder fewer; after the last the reader forgets it. */
    void release() {
        if (holders.decrementAndGet() == 0) {
            reader.forget(number);
        }
    }
}
