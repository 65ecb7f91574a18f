package io.sallyport.model;

import org.jspecify.annotations.Nullable;

/**
 * The id of a workspace, a ceiling that the security team puts above sandboxes: of the form of a {@link SandboxId}, in
 * a name space of its own. Compared byte for byte.
 */
public record WorkspaceId(String text) {
    public WorkspaceId {
        if (SandboxId.parse(text) == null) {
            throw new IllegalArgumentException("workspace id: not of the form of a sandbox id");
        }
    }

    /** Returns the id, or null if {@code text} is not a workspace id. */
    public static @Nullable WorkspaceId parse(String text) {
        return SandboxId.parse(text) == null ? null : new WorkspaceId(text);
    }

    /** Returns the id of the workspace as the topmost ancestor of its sandboxes; no sandbox can have it. */
    public SandboxId ancestor() {
        return new SandboxId(SandboxId.WORKSPACE + text);
    }

    @Override
    public String toString() {
        return text;
    }
}
