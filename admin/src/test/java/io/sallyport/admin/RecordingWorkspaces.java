package io.sallyport.admin;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.WorkspaceControl;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Knows the workspace {@code docs}, and writes down what it was asked. Safe for concurrent use. */
final class RecordingWorkspaces implements WorkspaceControl {
    /** What was asked, in order, as {@code put docs}. */
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    /** What the next put is answered, or null for success. */
    volatile @Nullable WorkspaceAnswer nextPut;

    /** What the next removal is answered. */
    volatile WorkspaceRemoval nextRemoval = new WorkspaceRemoval.Gone();

    private static WorkspaceView view(WorkspaceId id, SandboxDocuments documents) {
        return new WorkspaceView(
                id,
                3,
                "ab12",
                "loaded",
                "2026-12-01T00:00:00Z",
                List.of("https://docs.test/**"),
                Map.of("requests", BigDecimal.TEN),
                2,
                List.of(),
                documents);
    }

    @Override
    public CompletionStage<WorkspaceAnswer> put(
            WorkspaceId id, SandboxDocuments documents, Precondition condition, ChangeOrigin origin) {
        asked.add("put " + id + (documents.lease() == null ? "" : " " + documents.lease()));
        WorkspaceAnswer said = nextPut;
        return CompletableFuture.completedStage(
                said == null ? new WorkspaceAnswer.InForce(view(id, documents), true, List.of()) : said);
    }

    @Override
    public CompletionStage<WorkspaceRemoval> delete(WorkspaceId id, ChangeOrigin origin) {
        asked.add("delete " + id);
        return CompletableFuture.completedStage(nextRemoval);
    }

    @Override
    public @Nullable WorkspaceView get(WorkspaceId id) {
        var documents = SandboxDocuments.builder().lease("{}").build();
        return id.text().equals("docs") ? view(id, documents) : null;
    }

    @Override
    public List<WorkspaceView> list() {
        return List.of(view(new WorkspaceId("docs"), SandboxDocuments.NONE));
    }

    /** The answer that names sandboxes inside. */
    static WorkspaceRemoval inUse(int sandboxes, String... some) {
        return new WorkspaceRemoval.InUse(
                sandboxes, List.of(some).stream().map(SandboxId::new).toList());
    }
}
