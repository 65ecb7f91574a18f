package io.sallyport.admin;

import io.sallyport.control.calls.SkillControl;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Knows the skills of {@code sb-1}, and writes down what it was asked. Safe for concurrent use. */
final class RecordingSkills implements SkillControl {
    /** What was asked, in order, as {@code enable rust of sb-1}. */
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    /** What the next change is answered, or null for success. */
    volatile @Nullable SkillsAnswer next;

    private static SkillsView view(SandboxId id) {
        return new SkillsView(
                id,
                "ab12",
                "loaded",
                true,
                List.of(new SkillView("rust", "1.0", "cd34", "pushed", "imported", true)),
                List.of(Diagnostic.error("go.yaml", 1, 2, DiagnosticCode.UNKNOWN_KEY, "no key", null)));
    }

    @Override
    public @Nullable SkillsView get(SandboxId id) {
        return id.text().equals("sb-1") ? view(id) : null;
    }

    @Override
    public CompletionStage<SkillsAnswer> put(SandboxId id, Map<String, String> manifests) {
        return answer(id, "put " + new TreeMap<>(manifests));
    }

    @Override
    public CompletionStage<SkillsAnswer> remove(SandboxId id) {
        return answer(id, "remove");
    }

    @Override
    public CompletionStage<SkillsAnswer> turn(SandboxId id, String skill, boolean on) {
        return answer(id, (on ? "enable " : "disable ") + skill);
    }

    @Override
    public CompletionStage<SkillsAnswer> reload(SandboxId id) {
        return answer(id, "reload");
    }

    private CompletionStage<SkillsAnswer> answer(SandboxId id, String what) {
        asked.add(what + " of " + id);
        SkillsAnswer given = next;
        SkillsView view = get(id);
        SkillsAnswer own = view == null ? new SkillsAnswer.Unknown() : new SkillsAnswer.InForce(view);
        return CompletableFuture.completedStage(given == null ? own : given);
    }
}
