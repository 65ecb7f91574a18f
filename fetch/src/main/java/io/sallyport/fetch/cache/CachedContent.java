package io.sallyport.fetch.cache;

import io.sallyport.model.Sha256;
import java.time.Instant;

/**
 * A skill or a single file that was found to have its hash. Immutable; what lies on the disk is compared as it is read.
 */
public sealed interface CachedContent permits CachedSkill, CachedFile {
    Sha256 sha256();

    /** When it was got from where it was. */
    Instant fetchTime();

    /** Of all of it. */
    long bytes();
}
