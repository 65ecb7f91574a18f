package io.sallyport.cli.policy;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.Compilations;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.bundle.BundleSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Builds a policy as an OPA bundle. */
@Command(
        name = "build",
        mixinStandardHelpOptions = true,
        description = {
            "Writes documents and guardrails as one OPA bundle, whose document is data.sallyport.decision; or with "
                    + "--guardrails-only the guardrails alone.",
            "Example: policy build --guardrails-only --guardrails guardrails --signing-key team.key -o g.tar.gz"
        },
        exitCodeList = {"0:written", "2:the documents do not load"})
final class PolicyBuild implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Parameters(arity = "0..*", paramLabel = "PATH", description = "The same as --guardrails PATH.")
    private List<Path> paths = new ArrayList<>();

    @Mixin
    private CheckReport report = new CheckReport();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "BUNDLE",
            required = true,
            description = "File to write, tar.gz.")
    private Path output = Path.of("");

    @Option(
            names = {"-t", "--target"},
            paramLabel = "rego|plan|wasm",
            defaultValue = "rego",
            converter = BundleTargetConverter.class,
            description =
                    "What the bundle holds the policy as: rego (default); plan: Rego, and plan.json for the decision;"
                            + " wasm: policy.wasm for the decision, no Rego.")
    private BundleTarget target = BundleTarget.REGO;

    @Option(
            names = "--guardrails-only",
            description = "Write the guardrails alone, without library and grants: a bundle for the setting guardrails."
                    + " Files named *_test.rego are left out.")
    private boolean alone;

    @Option(
            names = {"-r", "--revision"},
            paramLabel = "TEXT",
            description =
                    "The revision in the manifest (default: the digest of the grants; none for guardrails alone).")
    private @Nullable String revision;

    @Option(
            names = {"-O", "--optimize"},
            paramLabel = "LEVEL",
            defaultValue = "0",
            description = "The level of OPA's optimization; only 0 is there: opa build has the others.")
    private int level;

    @Mixin
    private SigningOptions signing = new SigningOptions();

    @Override
    public Integer call() throws Exception {
        policy.addGuardrails(paths);
        BundleSigner signer = signing.read(policy.keys().signature());
        requireServed();
        return report.of(() -> policy.compile(report::add, (policies, compiled) -> {
            byte[] bundle = signed(signer, alone ? guardrails(compiled) : whole(policies, compiled));
            write(bundle);
            report.say(spec.commandLine().getErr(), "%s: %d bytes".formatted(output, bundle.length));
            return report.end(
                    "written",
                    ExitCodes.OK,
                    object -> object.put("bundle", output.toString()).put("bytes", bundle.length));
        }));
    }

    private void requireServed() throws CliException {
        if (level != 0) {
            throw CliException.unusable("-O " + level + ": the compiler has no partial evaluation (expected: 0); opa"
                    + " build -O " + level + " has");
        }
        if (alone && target != BundleTarget.REGO) {
            throw CliException.unusable("--guardrails-only: Rego only (expected: -t rego); opa build -t plan or wasm"
                    + " compiles it, with -e sallyport/guardrails/deny -e sallyport/guardrails/obligations");
        }
        if (alone && policy.hasDocuments()) {
            throw CliException.unusable("--guardrails-only: documents of a sandbox do not go with it");
        }
    }

    private byte[] guardrails(PolicyOptions.Compiled compiled) throws CliException {
        if (compiled.team().rego().isEmpty() || compiled.team().compiled() != null) {
            throw CliException.unusable("--guardrails-only: no Rego (expected: --guardrails FILE or FOLDER)");
        }
        return GuardrailsBundleFiles.pack(compiled.team(), policy.version(), revision == null ? "" : revision);
    }

    private byte[] whole(CompiledPolicies policies, PolicyOptions.Compiled compiled) throws CliException {
        return Compilations.ready(
                policies.bundle(compiled.sandbox(), compiled.guardrails(), compiled.team(), target, revision));
    }

    private static byte[] signed(@Nullable BundleSigner signer, byte[] bundle) throws CliException {
        if (signer == null) {
            return bundle;
        }
        return switch (signer.archive(bundle)) {
            case Parsed.Accepted(byte[] archive) -> archive;
            case Parsed.Rejected(String why, int _) -> throw CliException.unusable("the bundle: " + why);
        };
    }

    private void write(byte[] bundle) throws CliException {
        try {
            Files.write(output, bundle);
        } catch (IOException e) {
            throw CliException.unreachable(output + ": cannot be written: " + e.getMessage());
        }
    }
}
