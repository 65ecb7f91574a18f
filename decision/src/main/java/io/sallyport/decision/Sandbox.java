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
    /** Sandboxes from one without a sandbox above it down to the last child, both counted. */
    public static final int MAX_DEPTH = 8;

    /** One without parent. */
    public Sandbox(SandboxId id, PolicyHolder policy, Admission admission) {
        this(id, policy, admission, null);
    }

    /** Whether it stands for a workspace: above sandboxes, never one that asks. */
    public boolean isWorkspace() {
        return id.isWorkspace();
    }

    /** The topmost sandbox that it descends from; itself where it has no parent that is a sandbox. */
    public Sandbox root() {
        Sandbox root = this;
        for (Sandbox above = parent; above != null && !above.isWorkspace(); above = above.parent) {
            root = above;
        }
        return root;
    }

    /** The workspace that it is in, or null. */
    public @Nullable Sandbox workspace() {
        return root().parent;
    }

    /** How many sandboxes there are from the topmost to this, both counted. */
    public int depth() {
        int depth = 1;
        for (Sandbox above = parent; above != null && !above.isWorkspace(); above = above.parent) {
            depth++;
        }
        return depth;
    }
}
