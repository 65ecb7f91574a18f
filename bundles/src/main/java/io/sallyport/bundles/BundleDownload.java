package io.sallyport.bundles;

import org.jspecify.annotations.Nullable;

/** How one request for a bundle ended. */
sealed interface BundleDownload {
    /**
     * A bundle that was not verified.
     *
     * @param etag what names this version to the service, or null
     * @param longPolls whether the service holds requests until there is news
     */
    record Fetched(byte[] archive, @Nullable String etag, boolean longPolls) implements BundleDownload {}

    /** The service has nothing newer. */
    record Unchanged(boolean longPolls) implements BundleDownload {}

    /**
     * No bundle.
     *
     * @param status of the answer; 0 if there was none
     * @param why for operators
     */
    record Failed(int status, String why) implements BundleDownload {}
}
