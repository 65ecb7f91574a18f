package io.sallyport.model.dialect;

/**
 * In which dialects a policy reads. Immutable.
 *
 * @param documents of its network policies; of what is strict in every dialect nothing is said
 * @param requests of the requests that it judges: strict where documents of another kind judge them too
 */
public record PolicyReading(PolicyDialect documents, PolicyDialect requests) {
    /** What a policy without network policies has. */
    public static final PolicyReading STRICT = new PolicyReading(PolicyDialect.STRICT, PolicyDialect.STRICT);

    /** Returns a copy for requests that others judge too. */
    public PolicyReading ofStrictRequests() {
        return new PolicyReading(documents, PolicyDialect.STRICT);
    }
}
