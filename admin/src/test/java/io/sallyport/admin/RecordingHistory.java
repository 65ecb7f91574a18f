package io.sallyport.admin;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TunnelReport;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Has two generations of the sandbox sb-1: 5 in force, and 2. */
final class RecordingHistory implements HistoryControl {
    @Override
    public HistoryAnswer past(SandboxId id) {
        return id.text().equals("sb-1")
                ? new HistoryAnswer.Found(List.of(past(5, "https://new.test/"), past(2, "https://old.test/")))
                : new HistoryAnswer.Unknown();
    }

    /** Returns two tunnels, one of which is looked into. */
    static List<TunnelReport> tunnels(SandboxId id) {
        return List.of(
                new TunnelReport(id + "-a", "https://a.test:443", 1_000, 2, false, 10, 20),
                new TunnelReport(id + "-b", "https://b.test:443", 2_000, 5, true, 0, 0));
    }

    private static PastDocuments past(long generation, String granted) {
        return new PastDocuments(
                generation,
                "d" + generation,
                Phase.EXECUTION,
                SandboxDocuments.builder()
                        .lease("{\"net.fetch\": [\"" + granted + "\"]}")
                        .build());
    }

    @Override
    public CompletionStage<SandboxAnswer> rollBack(
            SandboxId id, long generation, Precondition condition, ChangeOrigin origin) {
        SandboxAnswer answer = generation != 2
                ? new SandboxAnswer.Taken(NOT_KEPT, "the history has no generation " + generation)
                : condition.holds("5")
                        ? new SandboxAnswer.InForce(
                                RecordingControl.view(id, 6, Phase.EXECUTION, null, Map.of()),
                                false,
                                List.of(),
                                null,
                                null,
                                null)
                        : new SandboxAnswer.MovedOn(5);
        return CompletableFuture.completedStage(answer);
    }
}
