package io.sallyport.leasebridge;

/** One entry of a capability's list, parsed and canonical. */
sealed interface LeasePattern {
    /** Returns the pattern as written. */
    String text();

    record Url(UrlPattern pattern) implements LeasePattern {
        @Override
        public String text() {
            return pattern.text();
        }
    }

    /** A pattern over one text: a path, or a name of some kind. */
    record Named(String text, Glob glob) implements LeasePattern {}
}
