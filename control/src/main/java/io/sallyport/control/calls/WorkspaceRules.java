package io.sallyport.control.calls;

import io.sallyport.model.WorkspaceId;
import org.jspecify.annotations.Nullable;

/**
 * The operator's rules for workspaces. Immutable.
 *
 * @param byDefault the workspace of sandboxes and leases that name none, or null
 * @param required whether a sandbox or lease without a workspace is refused
 */
public record WorkspaceRules(@Nullable WorkspaceId byDefault, boolean required) {
    /** No workspace unless a sandbox names one. */
    public static final WorkspaceRules NONE = new WorkspaceRules(null, false);
}
