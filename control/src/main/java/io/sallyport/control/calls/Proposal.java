package io.sallyport.control.calls;

import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import org.jspecify.annotations.Nullable;

/** What a change that waits for approval would put in force. Immutable. */
public sealed interface Proposal {
    /** Returns what it changes: {@code guardrails}, {@code workspace:ID} or {@code sandbox:ID}. */
    String target();

    /** Returns the digest of the policy that comes into force; empty if none does. */
    String digest();

    /**
     * Other guardrails.
     *
     * @param set what comes into force; its epoch is 0
     * @param promotes whether it is a promotion of the candidate
     */
    record OfGuardrails(GuardrailsView set, boolean promotes) implements Proposal {
        @Override
        public String target() {
            return "guardrails";
        }

        @Override
        public String digest() {
            return set.digest();
        }
    }

    /**
     * Other documents of a workspace, or its removal.
     *
     * @param documents as they were put; null if it is removed
     */
    record OfWorkspace(WorkspaceId workspace, @Nullable SandboxDocuments documents, String digest) implements Proposal {
        @Override
        public String target() {
            return "workspace:" + workspace.text();
        }
    }

    /**
     * A sandbox, or other documents of one.
     *
     * @param documents with the workspace that it is in
     */
    record OfSandbox(SandboxId sandbox, SandboxDocuments documents, String digest) implements Proposal {
        @Override
        public String target() {
            return "sandbox:" + sandbox.text();
        }
    }
}
