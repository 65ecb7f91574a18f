package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Place;
import io.sallyport.model.Provenance;

/**
 * Where a piece of a harness was written.
 *
 * @param document the name it was given under, or its path inside the project
 * @param depth 0: the harness itself; 1: its base, and so on
 * @param key where the key stands that names it, or the piece itself where no key does
 */
public record Origin(String document, int depth, Layer layer, Place place, Place key) {
    /** The same, as everything that knows grants tells it. */
    public Provenance provenance() {
        return new Provenance(document, place.line(), place.column(), layer.word());
    }

    /** As {@code base.yaml:3:5 (base)}. */
    @Override
    public String toString() {
        return provenance().toString();
    }
}
