package io.sallyport.decision;

import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as the request path sees it: who it is, what is in force for it, and what is true of it now.
 *
 * @param parent whose policy and admission bind it too, at each request; fixed for its life, and it ends with it. Null
 *     where it has none
 */
public record Sandbox(
        SandboxId id,
        PolicyHolder policy,
        Admission admission,
        @Nullable Sandbox parent) {
    /** Sandboxes from one without parent down to the last child, both counted. */
    public static final int MAX_DEPTH = 8;

    /** One without parent. */
    public Sandbox(SandboxId id, PolicyHolder policy, Admission admission) {
        this(id, policy, admission, null);
    }

    /** The one without parent that it descends from; itself where it has none. */
    public Sandbox root() {
        Sandbox root = this;
        for (Sandbox above = parent; above != null; above = above.parent) {
            root = above;
        }
        return root;
    }

    /** How many there are from the one without parent to this, both counted. */
    public int depth() {
        int depth = 1;
        for (Sandbox above = parent; above != null; above = above.parent) {
            depth++;
        }
        return depth;
    }
}
