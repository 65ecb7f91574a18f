package io.sallyport.control.calls;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the control API on skills; {@code PolicyControl} provides the implementation. Safe for concurrent
 * use. No method blocks; a change that is reported as in force applies to the next question.
 */
public interface SkillControl {
    /** Returns the skills of a sandbox, or null if there is no such sandbox. */
    @Nullable
    SkillsView get(SandboxId id);

    /**
     * Gives the sandbox its own set, replacing any previous one. One wrong manifest refuses the whole set.
     *
     * @param manifests file name to text, YAML or JSON
     */
    CompletionStage<SkillsAnswer> put(SandboxId id, Map<String, String> manifests);

    /** Removes the sandbox's own set. */
    CompletionStage<SkillsAnswer> remove(SandboxId id);

    /** Turns one skill on or off for this sandbox. */
    CompletionStage<SkillsAnswer> turn(SandboxId id, String skill, boolean on);

    /** Reads the operator's registry again, for every sandbox. */
    CompletionStage<SkillsAnswer> reload(SandboxId id);

    /** The result of a change. */
    sealed interface SkillsAnswer {
        record InForce(SkillsView view) implements SkillsAnswer {}

        /** Nothing changed: manifests are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements SkillsAnswer {}

        /** Nothing changed: no such sandbox. */
        record Unknown() implements SkillsAnswer {}

        /** Nothing changed: the sandbox has no such skill. */
        record UnknownSkill() implements SkillsAnswer {}

        /** Nothing changed: the current state rules it out. */
        record Conflict(String code, String why) implements SkillsAnswer {}

        /** Nothing changed: too many changes wait, or the state cannot be written. */
        record Unavailable(String why) implements SkillsAnswer {}
    }

    /**
     * The skills of one sandbox.
     *
     * @param revision lower-case hex digest of everything in force for the sandbox's skills
     * @param registry {@code none}, {@code loaded}, or {@code unreadable}, which counts as empty
     * @param pushed whether the sandbox has its own set
     * @param skills sorted by id
     * @param diagnostics diagnostics of the registry's manifests, including those left out
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
     * @param source {@code registry} or {@code pushed}; a skill in both is shown as {@code pushed}
     * @param status as written in its manifest
     * @param enabled whether it is in use
     */
    record SkillView(String id, String version, String digest, String source, String status, boolean enabled) {}
}
