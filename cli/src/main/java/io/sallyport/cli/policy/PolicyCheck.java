package io.sallyport.cli.policy;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.documents.Diagnostic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks whether a policy loads. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Reads and compiles documents and guardrails. Reports all errors, each with file, line and "
                + "column. Warns of rules that have no effect, or hardly the one that is meant.",
        exitCodeList = {"0:they load", "2:they do not load"})
final class PolicyCheck implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Option(names = "--strict", description = "Refuse what is only warned of, too.")
    private boolean strict;

    @Parameters(arity = "0..*", paramLabel = "PATH", description = "The same as --guardrails PATH.")
    private List<Path> paths = new ArrayList<>();

    @Mixin
    private CheckReport report = new CheckReport();

    @Override
    public Integer call() throws Exception {
        policy.addGuardrails(paths);
        return report.of(() -> {
            report.quoting(policy.texts());
            var warnings = new AtomicInteger();
            Consumer<Diagnostic> warned = warning -> {
                report.add(warning);
                warnings.incrementAndGet();
            };
            return policy.compile(warned, (_, _) -> strict && warnings.get() > 0 ? refused(warnings.get()) : loaded());
        });
    }

    private int loaded() {
        report.say(spec.commandLine().getOut(), "ok");
        return report.end("loaded", ExitCodes.OK);
    }

    private int refused(int warnings) {
        report.say(
                spec.commandLine().getErr(),
                "refused: " + (warnings == 1 ? "1 warning" : warnings + " warnings") + " (--strict)");
        return report.end("refused", ExitCodes.UNUSABLE);
    }
}
