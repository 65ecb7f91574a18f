package io.sallyport.credentials;

/**
 * Makes of the values of a source what requests use, once for each revision and never on an event loop. Both methods
 * are called by whatever thread reads or gives back values; they do not throw.
 */
public interface RevisionReader {
    /** Makes nothing. */
    RevisionReader NONE = new RevisionReader() {
        @Override
        public void read(long revision, NamedSecrets values) {}

        @Override
        public void forget(long revision) {}
    };

    /** Reads values that come into force right after; they are valid during the call. */
    void read(long revision, NamedSecrets values);

    /** Nobody can get the values of that revision any more. */
    void forget(long revision);
}
