package io.sallyport.gateway.cli;

import io.sallyport.admin.Control.GuardrailsDocuments;
import io.sallyport.gateway.control.CompiledPolicies;
import io.sallyport.gateway.control.Policies.GuardrailsPolicy;
import io.sallyport.gateway.control.Policies.Made;
import io.sallyport.gateway.control.Policies.SandboxPolicy;
import io.sallyport.gateway.state.MemoryStore;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of a whole policy: documents and guardrails, compiled here as a gateway would. */
final class PolicyOptions {
    /** Whose policy it is, as Rego sees it. */
    static final SandboxId ID = new SandboxId("local");

    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Option(
            names = "--guardrails",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Rego of package sallyport.guardrails.")
    private List<Path> guardrails = new ArrayList<>();

    @Option(names = "--data", paramLabel = "FILE", description = "JSON object, read by guardrails as data.lists.")
    private @Nullable Path data;

    /** What came of the flags. */
    record Compiled(
            SandboxDocuments documents,
            GuardrailsDocuments guardrailsDocuments,
            SandboxPolicy sandbox,
            GuardrailsPolicy guardrails) {}

    /** What is done with a policy while its compiler is there. */
    interface Use {
        int of(CompiledPolicies policies, Compiled compiled) throws CliException;
    }

    /** Compiles what the flags name, tells {@code warned} of warnings, and hands it to {@code use}; errors end the command. */
    int compile(Consumer<Diagnostic> warned, Use use) throws CliException {
        SandboxDocuments sandbox = documents.read();
        var team = new GuardrailsDocuments(InputFiles.rego(guardrails), InputFiles.textOrNull(data));
        var store = new MemoryStore();
        try (var policies = CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime)) {
            GuardrailsPolicy beside = ready(policies.guardrails(team, store), warned);
            SandboxPolicy own = ready(policies.sandbox(ID, sandbox, store, true), warned);
            return use.of(policies, new Compiled(sandbox, team, own, beside));
        }
    }

    private static <T> T ready(Made<T> made, Consumer<Diagnostic> warned) throws CliException {
        return switch (made) {
            case Made.Ready<T>(T policy, List<Diagnostic> warnings) -> {
                warnings.forEach(warned);
                yield policy;
            }
            case Made.Refused<T>(var diagnostics) -> throw CliException.refused(diagnostics);
            case Made.Unavailable<T>(var why) -> throw CliException.unreachable("not compiled: " + why);
        };
    }
}
