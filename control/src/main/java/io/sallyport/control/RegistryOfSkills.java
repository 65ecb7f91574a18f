package io.sallyport.control;

import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's skill registry: reads it and puts it in force. A registry that cannot be read counts as empty, so no
 * skill is in use. Safe for concurrent use; reading blocks.
 */
public final class RegistryOfSkills {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryOfSkills.class);

    private final @Nullable SkillSource source;
    private final CompiledPolicies policies;
    private final SkillRegistry inForce;
    private final LongSupplier nanoClock;
    private volatile State state = new State(false, List.of(), 0, 0);

    /**
     * @param source null if the operator keeps no skills
     * @param inForce the registry that questions consult
     * @param nanoClock elapsed nanoseconds
     */
    public RegistryOfSkills(
            @Nullable SkillSource source, CompiledPolicies policies, SkillRegistry inForce, LongSupplier nanoClock) {
        this.source = source;
        this.policies = policies;
        this.inForce = inForce;
        this.nanoClock = nanoClock;
    }

    /**
     * The result of the last read.
     *
     * @param readable whether the registry could be read
     * @param diagnostics warnings, and errors of manifests that were left out
     * @param reloads how often a different set came into force
     * @param reloadNanos total time of those reloads
     */
    public record State(boolean readable, List<Diagnostic> diagnostics, long reloads, long reloadNanos) {
        public State {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** Returns whether the operator configured a registry. */
    public boolean isConfigured() {
        return source != null;
    }

    public State state() {
        return state;
    }

    /** Returns the number of loaded skills. */
    public int loaded() {
        SkillSet set = inForce.current();
        return set == null ? 0 : set.byId().size();
    }

    @Nullable
    SkillSet current() {
        return inForce.current();
    }

    /** Reads the registry again. A changed set comes into force in one step; nothing is logged if nothing changed. */
    public synchronized void reload() {
        if (source == null) {
            return;
        }
        long began = nanoClock.getAsLong();
        SkillSets.Read read;
        boolean readable = true;
        try {
            SkillSource.Found found = source.read();
            read = SkillSets.read(policies, found.manifests(), found.has());
        } catch (IOException e) {
            readable = false;
            String why = "the registry of skills cannot be read: no skill is in use";
            read = new SkillSets.Read(
                    SkillSet.EMPTY, List.of(Diagnostic.error("registry", 0, 0, DiagnosticCode.UNREADABLE, why, null)));
            if (state.readable() || inForce.current() == null) {
                LOG.error("{}", why, e);
            }
        }
        put(read, readable, began);
    }

    private void put(SkillSets.Read read, boolean readable, long began) {
        State before = state;
        SkillSet current = inForce.current();
        boolean same = current != null
                && current.digest().equals(read.set().digest())
                && before.readable() == readable
                && before.diagnostics().equals(read.diagnostics());
        if (same) {
            return;
        }
        inForce.replace(read.set());
        long took = nanoClock.getAsLong() - began;
        state = new State(readable, read.diagnostics(), before.reloads() + 1, before.reloadNanos() + took);
        LOG.info("{} skills are loaded from the registry", read.set().byId().size());
        read.diagnostics().forEach(diagnostic -> LOG.warn("registry of skills: {}", diagnostic));
    }
}
