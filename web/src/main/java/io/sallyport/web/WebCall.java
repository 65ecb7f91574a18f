package io.sallyport.web;

import io.sallyport.model.SandboxId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An admitted request that waits for its body. Exactly one of its answers is requested, on the event loop. */
public interface WebCall {
    /**
     * Returns the owner, whose connections share a limit; while their bodies arrive they may be closed to make room for
     * others. Null for a trusted caller, whose connection is never closed to make room.
     */
    @Nullable
    SandboxId owner();

    /** Returns the maximum size of the body; 0 if the body is discarded. */
    int maxBodyBytes();

    /**
     * Returns the answer if the body was refused. {@link BodyFault#TOO_MANY_CONNECTIONS} may keep the connection; the
     * others close it.
     */
    Reply refuse(BodyFault fault);

    /**
     * Returns the answer.
     *
     * @param body the complete body
     */
    Reply answer(ByteBuffer body);
}
