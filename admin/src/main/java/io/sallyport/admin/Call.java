package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.model.SandboxId;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One call that passed the front door.
 *
 * @param caller null on a route that is open to everyone
 * @param id null where the route has none
 * @param ifMatch the header's text, or null
 * @param body to be read through a duplicate
 * @param loop where its answer is written
 */
record Call(
        Route route,
        @Nullable Caller caller,
        @Nullable SandboxId id,
        Target target,
        @Nullable String ifMatch,
        ByteBuffer body,
        InetSocketAddress peer,
        long startNanos,
        Executor loop) {
    /** The id of a route that has one. */
    SandboxId requireId() {
        if (id == null) {
            throw new IllegalStateException(route + " has no id");
        }
        return id;
    }

    @Nullable
    String parameter(String name) {
        return target.parameters().get(name);
    }
}
