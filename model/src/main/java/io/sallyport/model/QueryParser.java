package io.sallyport.model;

/** Reads queries for {@link CanonicalQuery}. */
final class QueryParser {
    private QueryParser() {}

    static CanonicalQuery parse(String raw) {
        return new CanonicalQuery(raw, null);
    }
}
