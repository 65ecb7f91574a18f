package io.sallyport.control.sharing;

import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.SharedSandbox;
import io.sallyport.model.SandboxId;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The changes that other gateways have made, for this one to take in. Safe for concurrent use. */
public interface SharedChanges {
    /** Returns the records of all sandboxes that are in force. */
    Collection<SandboxRecord> records();

    /** Returns what is in force of a sandbox, or null. */
    @Nullable
    SharedSandbox find(SandboxId id);

    /**
     * Puts a sandbox in force as another gateway recorded it. Whatever is of a later generation stays. Where its
     * documents do not load here, all its requests are refused.
     *
     * @return whether it is in force, or a later generation is
     */
    CompletionStage<Boolean> put(SharedSandbox sandbox);

    /**
     * Ends a sandbox and its descendants, unless it is of a later generation.
     *
     * @return whether it is gone
     */
    CompletionStage<Boolean> end(SandboxId id, long generation);
}
