package io.sallyport.control;

import io.sallyport.control.Policies.Made;
import io.sallyport.control.Policies.SandboxPolicy;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StoredSandbox;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox as it is to be next, and is not yet. Immutable.
 *
 * @param unsaved what the state is to hold of it, but for the digest
 * @param policy null where what the state held before does not compile
 * @param diagnostics what was said of its documents
 * @param fresh new tokens, which are shown once, or null where it keeps those that it has
 */
record NextGeneration(
        StoredSandbox unsaved,
        @Nullable SandboxPolicy policy,
        List<Diagnostic> diagnostics,
        @Nullable Tokens fresh) {
    NextGeneration {
        diagnostics = List.copyOf(diagnostics);
    }

    /**
     * That of a new sandbox.
     *
     * @param floor the highest generation that a sandbox had which is gone
     * @param epoch of the guardrails
     */
    static NextGeneration first(Submission put, Made.Ready<SandboxPolicy> made, long floor, long epoch) {
        Tokens fresh = newTokens();
        Phase asked = put.documents().phase();
        var unsaved = new StoredSandbox(
                put.id(),
                floor + 1,
                epoch,
                "",
                asked == null ? Phase.PLANNING : asked,
                put.documents(),
                Secrets.sha256(fresh.proxyToken()),
                Secrets.sha256(fresh.fetchToken()),
                put.lease(),
                false);
        return new NextGeneration(unsaved, made.policy(), made.diagnostics(), fresh);
    }

    /** That of one that is put again; where no phase is asked for it stays in its own. */
    static NextGeneration replacing(Kept before, Submission put, Made.Ready<SandboxPolicy> made, long epoch) {
        Tokens fresh = put.change().rotateToken() ? newTokens() : null;
        StoredSandbox unsaved =
                after(before, put.documents(), epoch, put.documents().phase(), fresh, false);
        return new NextGeneration(unsaved, made.policy(), made.diagnostics(), fresh);
    }

    /** The same documents in another phase. */
    static NextGeneration inPhase(Kept before, Phase phase, long epoch) {
        return again(before, epoch, phase, null);
    }

    /** The same documents with other tokens. */
    static NextGeneration rotated(Kept before, long epoch) {
        return again(before, epoch, null, newTokens());
    }

    private static NextGeneration again(Kept before, long epoch, @Nullable Phase phase, @Nullable Tokens fresh) {
        StoredSandbox old = before.stored();
        StoredSandbox unsaved = after(before, old.documents(), epoch, phase, fresh, old.ended());
        return new NextGeneration(unsaved, before.policy(), before.diagnostics(), fresh);
    }

    private static StoredSandbox after(
            Kept before,
            SandboxDocuments documents,
            long epoch,
            @Nullable Phase phase,
            @Nullable Tokens fresh,
            boolean ended) {
        StoredSandbox old = before.stored();
        return new StoredSandbox(
                old.id(),
                before.generation() + 1,
                epoch,
                "",
                phase == null ? old.phase() : phase,
                documents,
                fresh == null ? old.proxyToken() : Secrets.sha256(fresh.proxyToken()),
                fresh == null ? old.fetchToken() : Secrets.sha256(fresh.fetchToken()),
                old.lease(),
                ended);
    }

    private static Tokens newTokens() {
        return new Tokens(Secrets.token(), Secrets.hexToken());
    }

    SandboxDocuments documents() {
        return unsaved.documents();
    }
}
