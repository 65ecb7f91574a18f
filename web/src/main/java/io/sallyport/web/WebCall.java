package io.sallyport.web;

import io.sallyport.model.SandboxId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A request that was admitted, and waits for its body. Exactly one of its answers is asked for, on the event loop. */
public interface WebCall {
    /**
     * Whose connections have a bound together; as long as their bodies come in they may be closed to make room for others.
     * Null: a caller who is trusted so far that its connection is never closed for another.
     */
    @Nullable
    SandboxId owner();

    /** What its body may have; 0: it takes none, and what comes is thrown away. */
    int maxBodyBytes();

    /** The answer where the body was not taken whole; the connection is closed after it. */
    Reply refuse(BodyFault fault);

    /**
     * The answer.
     *
     * @param body all of it
     */
    Reply answer(ByteBuffer body);
}
