package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalHost;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/** The API servers of sandboxes, by the names under which they are called. Safe for concurrent use. */
public interface ApiServers {
    /** Bytes of the body of a call; the servers have the same bound. */
    long MAX_BODY_BYTES = 1 << 20;

    /** No sandbox has one. */
    ApiServers NONE = new ApiServers() {
        @Override
        public Found call(SandboxId sandbox, CanonicalHost host, int port) {
            return new Found.Unknown();
        }

        @Override
        public @Nullable String tools(SandboxId sandbox) {
            return null;
        }
    };

    /** What stands behind a name. */
    sealed interface Found {
        /**
         * A server that answers.
         *
         * @param token what its callers must show: it goes to that server and nowhere else
         * @param run what its run is called
         */
        record Up(String token, String run) implements Found {
            /** Without the token. */
            @Override
            public String toString() {
                return "Up[" + run + "]";
            }
        }

        /** A server of this sandbox that does not run any more. */
        record Down(String name) implements Found {}

        /** Nothing of this sandbox. */
        record Unknown() implements Found {}
    }

    /** What {@code sandbox} finds at that name and port. */
    Found call(SandboxId sandbox, CanonicalHost host, int port);

    /** What its servers can do, a JSON array; null where it has none. */
    @Nullable
    String tools(SandboxId sandbox);
}
