package io.sallyport.decision;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;

/**
 * Judges one request afresh. A pure function of the request: whatever else it needs was fixed when it was made. Safe for
 * concurrent use, returns at once, and denies rather than throws.
 */
@FunctionalInterface
public interface Judge {
    Decision decide(CanonicalRequest request);
}
