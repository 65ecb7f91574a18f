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
    record Fetched(Bytes archive, @Nullable String etag, boolean longPolls) implements BundleDownload {
        Fetched(byte[] archive, @Nullable String etag, boolean longPolls) {
            this(new Bytes(archive), etag, longPolls);
        }
    }

    /** An archive, without a copy: it is read, never changed. */
    final class Bytes {
        private final byte[] bytes;

        Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] read() {
            return bytes;
        }
    }

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
