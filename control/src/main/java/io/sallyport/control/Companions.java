package io.sallyport.control;

import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.function.Supplier;

/**
 * What runs beside sandboxes and is there before they are in force, as their API servers. Its end it hears of as {@link
 * Changes#removed}.
 */
@FunctionalInterface
public interface Companions {
    /** Nothing does. */
    Companions NONE = (_, _, _, _, commit) -> commit.get();

    /**
     * Puts a sandbox in force together with what is to run beside it, or says why not. Called in the lane of {@code id}, under
     * no lock: it may block, and no other change of that id comes in between, but that it ends with its parent.
     *
     * @param policy what {@code documents} became
     * @param isThere whether the sandbox is there already
     * @param commit puts it in force, or says why not; called at most once
     */
    SandboxAnswer put(
            SandboxId id,
            SandboxDocuments documents,
            SandboxPolicy policy,
            boolean isThere,
            Supplier<SandboxAnswer> commit);

    /** A removal of {@code id} waits from now on: what {@link #put} waits for is not wanted any more. Returns at once. */
    default void unwanted(SandboxId id) {}

    /** That removal waits no more; a put that comes from now on comes after it. */
    default void wantedAgain(SandboxId id) {}
}
