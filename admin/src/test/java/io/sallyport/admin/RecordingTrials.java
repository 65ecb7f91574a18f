package io.sallyport.admin;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.TrialTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Has one candidate, and writes down what it is asked. Safe for concurrent use. */
final class RecordingTrials implements TrialControl {
    static final Instant UNTIL = Instant.parse("2026-12-01T00:00:00Z");

    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    @Override
    public CompletionStage<SandboxAnswer> putCandidate(
            SandboxId id, SandboxDocuments documents, @Nullable Instant until) {
        return inForce(id, "put until " + until);
    }

    @Override
    public CompletionStage<SandboxAnswer> removeCandidate(SandboxId id) {
        return inForce(id, "remove");
    }

    @Override
    public CompletionStage<SandboxAnswer> promoteCandidate(SandboxId id, Precondition digest, ChangeOrigin origin) {
        return digest.holds("cc77")
                ? inForce(id, "promote")
                : CompletableFuture.completedStage(new SandboxAnswer.MovedOn(3));
    }

    @Override
    public Optional<CandidateView> candidate(SandboxId id) {
        return Optional.of(new CandidateView(id, "cc77", 3, UNTIL, true, List.of("https://api.github.com/**")));
    }

    @Override
    public CompletionStage<SandboxAnswer> report(SandboxId id, @Nullable Instant until) {
        return inForce(id, "report until " + until);
    }

    @Override
    public CompletionStage<SandboxAnswer> enforce(SandboxId id) {
        return inForce(id, "enforce");
    }

    @Override
    public List<TrialView> list() {
        return List.of(new TrialView(new SandboxId("sb-1"), 3, new TrialTerms(UNTIL, null)));
    }

    @Override
    public Open open() {
        return new Open(1, 0);
    }

    private CompletionStage<SandboxAnswer> inForce(SandboxId id, String call) {
        asked.add(call);
        return CompletableFuture.completedStage(new SandboxAnswer.InForce(
                RecordingControl.view(id, 3, Phase.PLANNING, null, Map.of()), false, List.of(), null, null, null));
    }
}
