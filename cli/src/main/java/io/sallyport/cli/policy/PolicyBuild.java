package io.sallyport.cli.policy;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.policycompiler.BundleTarget;
import io.sallyport.policycompiler.Compilation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds a policy as an OPA bundle. */
@Command(
        name = "build",
        mixinStandardHelpOptions = true,
        description =
                "Writes documents and guardrails as one OPA bundle. Its document is " + "data.sallyport.decision.",
        exitCodeList = {"0:written", "2:the documents do not load"})
final class PolicyBuild implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

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

    @Override
    public Integer call() throws Exception {
        return report.of(() -> policy.compile(report::add, (policies, compiled) -> {
            byte[] bundle = made(policies.bundle(compiled.sandbox(), compiled.guardrails(), compiled.team(), target));
            write(bundle);
            report.say(spec.commandLine().getErr(), "%s: %d bytes".formatted(output, bundle.length));
            return report.end(
                    "written",
                    ExitCodes.OK,
                    object -> object.put("bundle", output.toString()).put("bytes", bundle.length));
        }));
    }

    private static byte[] made(Compilation<byte[]> bundle) throws CliException {
        return switch (bundle) {
            case Compilation.Ready<byte[]>(byte[] archive, var _) -> archive;
            case Compilation.Refused<byte[]>(var diagnostics) -> throw CliException.refused(diagnostics);
            case Compilation.Unavailable<byte[]>(var why) -> throw CliException.unreachable("not compiled: " + why);
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
