package io.sallyport.proxy.enforce;

import io.sallyport.decision.Sandbox;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * One client connection's place among those of its sandbox. It is taken at the first request that shows an identity and
 * follows the identity of the latest. Confined to the connection's event loop.
 */
public final class ConnectionPermit {
    private @Nullable Sandbox holder;

    /** Takes a place for {@code sandbox}, giving back one of another; false where it has none left. */
    boolean take(Sandbox sandbox) {
        if (sandbox.equals(holder)) {
            return true;
        }
        leave();
        if (!sandbox.admission().opened()) {
            return false;
        }
        holder = sandbox;
        return true;
    }

    /** Gives the place back; to be called when the connection has ended. */
    public void leave() {
        Sandbox held = holder;
        holder = null;
        if (held != null) {
            held.admission().closed();
        }
    }

    /** What its sandbox leaves unread, or null. */
    public @Nullable SandboxBuffers buffers() {
        Sandbox held = holder;
        return held == null ? null : held.admission().buffers();
    }

    /** The sandbox whose place it is, or null. */
    public @Nullable Sandbox sandbox() {
        return holder;
    }

    /** Whose place it is, or null. */
    public @Nullable SandboxId holder() {
        Sandbox held = holder;
        return held == null ? null : held.id();
    }
}
