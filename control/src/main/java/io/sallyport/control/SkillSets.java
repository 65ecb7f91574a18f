package io.sallyport.control;

import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.Sha256;
import io.sallyport.policycompiler.author.Compilation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** Builds sets of skills from manifests. A wrong manifest is reported and left out. Confined to one read. */
final class SkillSets {
    private final CompiledPolicies policies;
    private final BiPredicate<String, String> has;
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final Map<String, Skill> byId = new HashMap<>();
    private final Map<String, String> files = new HashMap<>();
    private final Set<String> twice = new HashSet<>();

    private SkillSets(CompiledPolicies policies, BiPredicate<String, String> has) {
        this.policies = policies;
        this.has = has;
    }

    /** The set, and the diagnostics of the manifests, including those that were left out. */
    record Read(SkillSet set, List<Diagnostic> diagnostics) {
        Read {
            diagnostics = List.copyOf(diagnostics);
        }

        boolean isWhole() {
            return diagnostics.stream().noneMatch(Diagnostic::isError);
        }
    }

    /**
     * Reads manifests.
     *
     * @param has whether a skill (first argument) has a module (second)
     */
    static Read read(CompiledPolicies policies, Map<String, String> manifests, BiPredicate<String, String> has) {
        SkillSets sets = new SkillSets(policies, has);
        new TreeMap<>(manifests).forEach(sets::add);
        sets.twice.forEach(sets.byId::remove); // it is unknown which of the duplicates is meant
        return new Read(new SkillSet(sets.byId, sets.digest()), sets.diagnostics);
    }

    private void add(String file, String text) {
        switch (policies.skill(file, text)) {
            case Compilation.Refused<Skill>(var errors) -> diagnostics.addAll(errors);
            case Compilation.Unavailable<Skill>(var why) ->
                diagnostics.add(error(file, DiagnosticCode.UNAVAILABLE, why));
            case Compilation.Ready<Skill>(var skill, var warnings) -> {
                diagnostics.addAll(warnings);
                add(file, skill);
            }
        }
    }

    private void add(String file, Skill skill) {
        String other = files.putIfAbsent(skill.id(), file);
        if (other != null) {
            twice.add(skill.id());
            diagnostics.add(error(
                    file,
                    DiagnosticCode.DUPLICATE_SKILL,
                    skill.id() + " stands in " + other + " as well: neither counts"));
            return;
        }
        Set<String> missing = new TreeSet<>(skill.commands().values());
        missing.removeIf(module -> has.test(skill.id(), module));
        byId.put(skill.id(), missing.isEmpty() ? skill : skill.lacking(missing));
    }

    private String digest() {
        StringBuilder all = new StringBuilder();
        new TreeMap<>(byId)
                .forEach((id, skill) -> all.append(id)
                        .append('=')
                        .append(skill.digest())
                        .append(new TreeSet<>(skill.missing()))
                        .append('\n'));
        return Sha256.hexOf(all.toString());
    }

    private static Diagnostic error(String file, DiagnosticCode code, String message) {
        return Diagnostic.error(file, 0, 0, code, message, null);
    }
}
