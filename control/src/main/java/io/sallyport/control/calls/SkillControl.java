package io.sallyport.control.calls;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the control API can ask for of skills; {@code gateway} fills it. Safe for concurrent use. No method blocks; what an
 * answer says is in force holds for the next question.
 */
public interface SkillControl {
    /** The skills of a sandbox, or null where there is no such sandbox. */
    @Nullable
    SkillsView get(SandboxId id);

    /**
     * Gives the sandbox a set of its own, in place of the one it had; a manifest that is wrong refuses all of them.
     *
     * @param manifests file name to text, YAML or JSON
     */
    CompletionStage<SkillsAnswer> put(SandboxId id, Map<String, String> manifests);

    /** Takes the sandbox's own set away. */
    CompletionStage<SkillsAnswer> remove(SandboxId id);

    /** Turns one skill on or off, for this sandbox. */
    CompletionStage<SkillsAnswer> turn(SandboxId id, String skill, boolean on);

    /** Reads the operator's registry again, for every sandbox. */
    CompletionStage<SkillsAnswer> reload(SandboxId id);

    /** How a change ended. */
    sealed interface SkillsAnswer {
        record InForce(SkillsView view) implements SkillsAnswer {}

        /** Nothing changed: manifests are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements SkillsAnswer {}

        /** Nothing changed: no such sandbox. */
        record Unknown() implements SkillsAnswer {}

        /** Nothing changed: the sandbox has no such skill. */
        record UnknownSkill() implements SkillsAnswer {}

        /** Nothing changed: it is not so that this could be done. */
        record Conflict(String code, String why) implements SkillsAnswer {}

        /** Nothing changed: too many changes wait, or the state cannot be written. */
        record Unavailable(String why) implements SkillsAnswer {}
    }

    /**
     * The skills of one sandbox.
     *
     * @param revision of all that is in force for them, lower-case hex
     * @param registry {@code none}, {@code loaded}, or {@code unreadable}: then it counts as empty
     * @param pushed whether the sandbox has a set of its own
     * @param skills by id
     * @param diagnostics of manifests in the registry that were left out
     */
    record SkillsView(
            SandboxId id,
            String revision,
            String registry,
            boolean pushed,
            List<SkillView> skills,
            List<Diagnostic> diagnostics) {
        public SkillsView {
            skills = List.copyOf(skills);
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /**
     * One skill.
     *
     * @param source {@code registry} or {@code pushed}: of a skill in both, the sandbox's own is shown
     * @param status as its manifest has it
     * @param enabled whether it is in use
     */
    record SkillView(String id, String version, String digest, String source, String status, boolean enabled) {}
}
