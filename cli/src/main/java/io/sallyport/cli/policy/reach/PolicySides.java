package io.sallyport.cli.policy.reach;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.Compilations;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.HarnessFlags;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.configuration.Config;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.Evaluation;
import io.sallyport.control.SandboxSpec;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.reach.ReachDifference.Side;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;

/** Compiles policies in files, so that they can be computed with and asked. Its creator closes it. */
public record PolicySides(CompiledPolicies policies) implements AutoCloseable {
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("local"), null, Map.of(), Phase.PLANNING);

    /** Returns a compiler by the rules of an operator's configuration. */
    public static PolicySides of(ConfigFlag config) throws CliException {
        return of(config, InstantSource.system());
    }

    /** The same, of policies that read the time from {@code wall}. */
    public static PolicySides of(ConfigFlag config, InstantSource wall) throws CliException {
        Config operators = config.read();
        return new PolicySides(CompiledPolicies.of(
                Authoring.ofSandbox(),
                Authoring.ofGuardrails(),
                Evaluation.BY_DEFAULT.remembering(DecisionCache.OFF),
                rules(operators == null ? DocumentRules.BY_DEFAULT : operators.documents()),
                wall,
                System::nanoTime));
    }

    /** Harness files may name variables that are set here, as in every command. */
    private static DocumentRules rules(DocumentRules operators) {
        return operators.with(new HarnessFlags().settings(operators.harness()));
    }

    /** Returns what {@link #compile} makes of a policy. */
    public Side side(PolicyFiles files) throws CliException {
        Compiled compiled = compile(files);
        return side(compiled.spec, compiled.team);
    }

    /** Compiles a policy in the same way; what is returned makes a snapshot for a sandbox with those facts. */
    public Function<SandboxFacts, PolicySnapshot> snapshots(PolicyFiles files) throws CliException {
        Compiled compiled = compile(files);
        return facts -> policies.snapshot(compiled.spec, compiled.team, facts, 1);
    }

    /** A policy that was compiled here, and what it was compiled from. */
    public record Compiled(SandboxSpec spec, AuthoredRego team) {}

    /** Compiles a policy; ends the command if it does not load. Warnings are for {@code policy check}. */
    public Compiled compile(PolicyFiles files) throws CliException {
        var store = new MemoryStore();
        AuthoredRego team = Compilations.ready(
                policies.guardrails(files.guardrails(), store),
                SourceTexts.of(files.guardrails().rego()),
                _ -> {});
        SandboxSpec spec =
                Compilations.ready(policies.sandbox(FACTS.id(), files.documents(), store), files.texts(), _ -> {});
        return new Compiled(spec, team);
    }

    /** Returns a policy that was compiled here. */
    public Side side(SandboxSpec spec, AuthoredRego guardrails) {
        PolicySnapshot snapshot = policies.snapshot(spec, guardrails, FACTS, 1);
        return new Side(policies.reach(spec), snapshot::decide);
    }

    @Override
    public void close() {
        policies.close();
    }
}
