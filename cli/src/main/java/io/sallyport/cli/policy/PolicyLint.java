package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.lint.FailOn;
import io.sallyport.cli.policy.lint.LintFormat;
import io.sallyport.cli.policy.lint.LintReport;
import io.sallyport.cli.policy.lint.LintRule;
import io.sallyport.documents.Diagnostic;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds what a policy says and hardly means. */
@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        description = "Reads and compiles documents and guardrails, and reports what they say and hardly mean: relay"
                + " hosts, lines without effect, credentials that go too far, rules that hold always or never.",
        exitCodeList = {"0:nothing of the severity of --fail-on", "1:there is", "2:they do not load"})
final class PolicyLint implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "error",
            converter = FailOn.Converter.class,
            description = "error (default) or warning: the least severity that makes the exit code 1.")
    private FailOn failOn = FailOn.ERROR;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            converter = LintFormat.Converter.class,
            description = "text (default), json, or sarif (2.1.0).")
    private LintFormat format = LintFormat.TEXT;

    @Parameters(arity = "0..*", paramLabel = "PATH", description = "The same as --guardrails PATH.")
    private List<Path> paths = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        policy.addGuardrails(paths);
        List<Diagnostic> found = new ArrayList<>();
        boolean loads = true;
        try {
            found.addAll(policy.lint(found::add));
        } catch (CliException e) {
            if (e.diagnostics().isEmpty()) {
                throw e;
            }
            found.addAll(e.diagnostics());
            loads = false;
        }
        List<Diagnostic> graded =
                found.stream().map(LintRule::graded).distinct().toList();
        print(new LintReport(graded, policy.texts()));
        return !loads ? ExitCodes.UNUSABLE : failOn.fails(graded) ? ExitCodes.NO : ExitCodes.OK;
    }

    private void print(LintReport report) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(report.in(format));
        out.flush();
    }
}
