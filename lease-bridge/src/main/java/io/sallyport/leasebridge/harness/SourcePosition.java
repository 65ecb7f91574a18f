package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Place;
import io.sallyport.model.Provenance;

/**
 * Where a piece of a harness was written.
 *
 * @param document the name under which it was given, or its path inside the project
 * @param depth 0 for the harness itself, 1 for its base, and so on
 * @param key the position of its key, or of the piece itself if it has no key
 */
public record SourcePosition(String document, int depth, Layer layer, Place place, Place key) {
    /** Returns the origin in the form that grants carry. */
    public Provenance provenance() {
        return new Provenance(document, place.line(), place.column(), layer.word());
    }

    /** Returns text such as {@code base.yaml:3:5 (base)}. */
    @Override
    public String toString() {
        return provenance().toString();
    }
}
