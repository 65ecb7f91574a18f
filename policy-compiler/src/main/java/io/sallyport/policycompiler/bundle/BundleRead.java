package io.sallyport.policycompiler.bundle;

/** The result of reading a bundle. */
public sealed interface BundleRead {
    record Accepted(OpaBundle bundle) implements BundleRead {}

    /**
     * The bundle is refused as a whole.
     *
     * @param file the file at fault; empty for the archive as a whole
     * @param why safe to show
     */
    record Rejected(String file, String why) implements BundleRead {
        @Override
        public String toString() {
            return file.isEmpty() ? why : file + ": " + why;
        }
    }
}
