package io.sallyport.models;

import io.sallyport.model.CanonicalRequest;

/** The keys and certificates of backends. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface BackendKeys {
    /** Returns what {@code backend} is shown now, with a request that is about to be sent there. */
    BackendAccess of(ModelBackend backend, CanonicalRequest sent);
}
