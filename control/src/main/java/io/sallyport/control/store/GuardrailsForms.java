package io.sallyport.control.store;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Proposal;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.WorkspaceId;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of guardrails in the state directory: sets in force, candidates, earlier sets, and changes that wait, those
 * of workspaces and sandboxes too.
 */
final class GuardrailsForms {
    /** Hex digits of the id of a pending change: 128 bits. */
    private static final int ID_DIGITS = 32;

    private GuardrailsForms() {}

    record GuardrailsForm(
            int v,
            long epoch,
            String digest,
            Map<String, String> rego,
            @Nullable String data,
            @Nullable String revision)
            implements StateForms.Versioned {
        GuardrailsForm {
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(rego, "rego");
        }
    }

    /** @param by the role of the approver's token */
    record ApproverForm(
            String by, @Nullable String name, @Nullable String note) {
        ApproverForm {
            Objects.requireNonNull(by, "approver.by");
        }

        static ApproverForm of(ChangeOrigin approver) {
            return new ApproverForm(approver.by(), approver.name(), approver.note());
        }

        ChangeOrigin origin() {
            return new ChangeOrigin(by, name, note, null, null);
        }
    }

    /**
     * @param time milliseconds since 1970
     * @param by the role of the author's token, or the source
     * @param approver absent where nobody had to approve, as in files of older versions
     */
    record PastGuardrailsForm(
            int v,
            long epoch,
            String digest,
            Map<String, String> rego,
            @Nullable String data,
            @Nullable String revision,
            long time,
            String by,
            @Nullable String name,
            @Nullable String note,
            @Nullable Long restores,
            @Nullable ApproverForm approver)
            implements StateForms.Versioned {
        PastGuardrailsForm {
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(rego, "rego");
            Objects.requireNonNull(by, "by");
        }
    }

    /**
     * @param rego only in a change of the guardrails
     * @param workspace only in a change of a workspace
     * @param sandbox only in a change of a sandbox
     * @param documents absent from a change of the guardrails, and from a removal
     * @param base the tag of what the change was made for
     * @param time milliseconds since 1970
     * @param expires milliseconds since 1970
     * @param by the role of the author's token
     */
    record PendingForm(
            int v,
            String digest,
            @Nullable Map<String, String> rego,
            @Nullable String data,
            @Nullable String revision,
            @Nullable WorkspaceId workspace,
            @Nullable SandboxId sandbox,
            @Nullable SandboxDocuments documents,
            String base,
            boolean promotes,
            long time,
            long expires,
            String by,
            @Nullable String name,
            @Nullable String note,
            @Nullable Long restores)
            implements StateForms.Versioned {
        PendingForm {
            Objects.requireNonNull(digest, "digest");
            if (Stream.of(rego, workspace, sandbox).filter(Objects::nonNull).count() != 1) {
                throw new IllegalArgumentException("rego, a workspace or a sandbox");
            }
            if (sandbox != null) {
                Objects.requireNonNull(documents, "documents");
            }
            Objects.requireNonNull(base, "base");
            Objects.requireNonNull(by, "by");
        }
    }

    static GuardrailsForm of(StoredGuardrails guardrails) {
        return new GuardrailsForm(
                StateForms.VERSION,
                guardrails.epoch(),
                guardrails.digest(),
                guardrails.rego(),
                guardrails.data(),
                guardrails.revision());
    }

    static PastGuardrailsForm of(PastGuardrails past) {
        StoredGuardrails set = past.set();
        ChangeOrigin origin = past.origin();
        return new PastGuardrailsForm(
                StateForms.VERSION,
                set.epoch(),
                set.digest(),
                set.rego(),
                set.data(),
                set.revision(),
                past.timeMillis(),
                origin.by(),
                origin.name(),
                origin.note(),
                origin.restores(),
                origin.approver() == null ? null : ApproverForm.of(origin.approver()));
    }

    static PendingForm of(PendingChange change) {
        return switch (change.proposal()) {
            case Proposal.OfGuardrails(GuardrailsView set, boolean promotes) ->
                form(change, set, null, null, null, promotes);
            case Proposal.OfWorkspace(WorkspaceId workspace, var documents, var _) ->
                form(change, null, workspace, null, documents, false);
            case Proposal.OfSandbox(SandboxId sandbox, var documents, var _) ->
                form(change, null, null, sandbox, documents, false);
        };
    }

    private static PendingForm form(
            PendingChange change,
            @Nullable GuardrailsView set,
            @Nullable WorkspaceId workspace,
            @Nullable SandboxId sandbox,
            @Nullable SandboxDocuments documents,
            boolean promotes) {
        ChangeOrigin origin = change.origin();
        return new PendingForm(
                StateForms.VERSION,
                change.proposal().digest(),
                set == null ? null : set.rego(),
                set == null ? null : set.data(),
                set == null ? null : set.revision(),
                workspace,
                sandbox,
                documents,
                change.base(),
                promotes,
                change.timeMillis(),
                change.expiresMillis(),
                origin.by(),
                origin.name(),
                origin.note(),
                origin.restores());
    }

    /** Returns the change with its id: the first digits of the SHA-256 of its file. */
    static PendingChange identified(PendingChange change) {
        PendingForm form = of(change);
        return pending(StateForms.write(form), form);
    }

    static PendingChange pending(Path file, byte[] bytes) throws StateException {
        return pending(bytes, StateForms.read(file, bytes, PendingForm.class));
    }

    private static PendingChange pending(byte[] bytes, PendingForm form) {
        return new PendingChange(
                Sha256.of(bytes).prefix(ID_DIGITS),
                proposal(form),
                form.base(),
                new ChangeOrigin(form.by(), form.name(), form.note(), form.restores(), null),
                form.time(),
                form.expires());
    }

    private static Proposal proposal(PendingForm form) {
        SandboxId sandbox = form.sandbox();
        SandboxDocuments documents = form.documents();
        if (sandbox != null && documents != null) {
            return new Proposal.OfSandbox(sandbox, documents, form.digest());
        }
        WorkspaceId workspace = form.workspace();
        Map<String, String> rego = form.rego();
        return workspace != null || rego == null
                ? new Proposal.OfWorkspace(Objects.requireNonNull(workspace, "workspace"), documents, form.digest())
                : new Proposal.OfGuardrails(
                        new GuardrailsView(0, form.digest(), rego, form.data(), form.revision()), form.promotes());
    }

    /** Returns how much room a proposal takes, in chars. */
    static long chars(Proposal proposal) {
        return switch (proposal) {
            case Proposal.OfGuardrails(GuardrailsView set, boolean _) -> GuardrailsView.chars(set.rego(), set.data());
            case Proposal.OfWorkspace(var _, SandboxDocuments documents, var _) ->
                documents == null ? 0 : StateForms.chars(documents);
            case Proposal.OfSandbox sandbox -> StateForms.chars(sandbox.documents());
        };
    }

    static StoredGuardrails guardrails(GuardrailsForm form) {
        return new StoredGuardrails(form.epoch(), form.digest(), form.rego(), form.data(), form.revision());
    }

    static PastGuardrails past(PastGuardrailsForm form) {
        return new PastGuardrails(
                new StoredGuardrails(form.epoch(), form.digest(), form.rego(), form.data(), form.revision()),
                form.time(),
                new ChangeOrigin(
                        form.by(),
                        form.name(),
                        form.note(),
                        form.restores(),
                        form.approver() == null ? null : form.approver().origin()));
    }
}
