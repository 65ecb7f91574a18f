package io.sallyport.decision.skills;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.SkillNote;
import io.sallyport.model.SkillStatus;
import io.sallyport.model.Verdict;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One skill as its manifest has it. Immutable; equal manifests may share one.
 *
 * @param digest lower-case hex SHA-256 of the manifest
 * @param commands name to module
 * @param missing modules that are known not to be there
 */
public record Skill(
        String id,
        String version,
        String digest,
        SkillStatus status,
        Permissions permissions,
        Map<String, String> commands,
        Set<String> missing,
        SkillLimits limits) {
    public Skill {
        commands = Map.copyOf(commands);
        missing = Set.copyOf(missing);
    }

    /** The same, of which these modules are known not to be there. */
    public Skill lacking(Set<String> modules) {
        return new Skill(id, version, digest, status, permissions, commands, modules, limits);
    }

    /** Whether {@code command} can be run. */
    public Verdict runs(String command) {
        String module = commands.get(command);
        if (module == null) {
            return Verdict.refuse(ReasonCode.COMMAND_NOT_FOUND);
        }
        return Verdict.passIf(!missing.contains(module), ReasonCode.MODULE_NOT_FOUND);
    }

    /** Whether it is in use where somebody turned it on (true), off (false), or neither (null). */
    boolean isOn(@Nullable Boolean turned) {
        return switch (status) {
            case ENABLED -> turned == null || turned;
            case IMPORTED -> turned != null && turned;
            case DISABLED -> false;
        };
    }

    /** What its rulings say of it, under the bounds that hold. */
    SkillNote note(SkillLimits bounds) {
        return new SkillNote(version, digest, bounds.timeoutMillis(), bounds.maxBytes());
    }
}
