package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a grant is written.
 *
 * @param document the name under which the document was given, such as {@code harness} or {@code common.yaml}
 * @param line counted from 1
 * @param column counted from 1
 * @param layer for a harness {@code base}, {@code child} or {@code forge}; else null
 */
public record Provenance(
        String document, int line, int column, @Nullable String layer) {
    /** Returns text such as {@code common.yaml:3:5 (base)}. */
    @Override
    public String toString() {
        return document + ":" + line + ":" + column + (layer == null ? "" : " (" + layer + ")");
    }
}
