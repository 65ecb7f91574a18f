package io.sallyport.policycompiler.bundle;

/** What came of reading a bundle. */
public sealed interface BundleRead {
    record Accepted(OpaBundle bundle) implements BundleRead {}

    /**
     * Nothing of it is used.
     *
     * @param file the file at fault, empty: the archive as a whole
     * @param why safe to show
     */
    record Rejected(String file, String why) implements BundleRead {
        @Override
        public String toString() {
            return file.isEmpty() ? why : file + ": " + why;
        }
    }
}
