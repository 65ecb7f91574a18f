package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.Place;

/**
 * Where a piece of a harness was written.
 *
 * @param document the name it was given under, or its path inside the project
 * @param depth 0: the harness itself; 1: its base, and so on
 * @param key where the key stands that names it, or the piece itself where no key does
 */
public record Origin(String document, int depth, Layer layer, Place place, Place key) {
    /** As {@code base.yaml:3:5 (base)}. */
    @Override
    public String toString() {
        return "%s:%d:%d (%s)".formatted(document, place.line(), place.column(), layer.word());
    }
}
