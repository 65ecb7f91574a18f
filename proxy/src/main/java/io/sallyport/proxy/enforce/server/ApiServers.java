package io.sallyport.proxy.enforce.server;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.SecretPatterns;
import java.util.List;
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
        public @Nullable CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port) {
            return null;
        }

        @Override
        public @Nullable List<ApiTool> tools(SandboxId sandbox) {
            return null;
        }
    };

    /** What stands behind a name. */
    sealed interface Found {
        /** Where the server stands, in one word; null where there is none. */
        @Nullable
        String state();

        /**
         * A server that answers.
         *
         * @param token what its callers must show: it goes to that server and nowhere else
         * @param secrets the forms in which the token must not come back
         * @param run what its run is called
         */
        record Up(String token, SecretPatterns secrets, String run) implements Found {
            public static Up of(String token, String run) {
                return new Up(token, SecretPatterns.of(token), run);
            }

            @Override
            public String state() {
                return "healthy";
            }

            /** Without the token. */
            @Override
            public String toString() {
                return "Up[" + run + "]";
            }
        }

        /** A server of this sandbox that does not run any more. */
        record Down(String name, String state) implements Found {}

        /** Nothing of this sandbox. */
        record Unknown() implements Found {
            @Override
            public @Nullable String state() {
                return null;
            }
        }
    }

    /**
     * The name of the server of {@code sandbox} that is meant by {@code host} and {@code port}: by its name and its own
     * port, or by {@link io.sallyport.model.host.ApiServerHost#ALIAS} and that port; null where none is.
     */
    @Nullable
    CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port);

    /** The credentials of {@code sandbox}: one for each of its servers, bound to it. */
    default Keyring keys(SandboxId sandbox) {
        return Keyring.EMPTY;
    }

    /** What {@code sandbox} finds at that name and port. */
    Found call(SandboxId sandbox, CanonicalHost host, int port);

    /** What its servers can do, whether or not its policy admits it; null where it has none. */
    @Nullable
    List<ApiTool> tools(SandboxId sandbox);
}
