package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.policy.query.ReplSession;
import io.sallyport.policycompiler.bundle.OpaBundle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Answers queries line by line. */
@Command(
        name = "repl",
        mixinStandardHelpOptions = true,
        description = {
            "Reads lines and answers them: an expression, a rule (package repl), input = VALUE, data, show, unset NAME, "
                    + "trace, help, exit. Documents, guardrails, a bundle and a request are given as for policy eval.",
            "Reads standard input without a prompt where that is no terminal.",
            "Example: echo 'data.sallyport.guardrails.deny' | policy repl --guardrails g.rego -- POST https://a.example/"
        },
        exitCodeList = {"0:ended", "2:the documents are not usable"})
final class PolicyRepl implements Callable<Integer> {
    private static final String PROMPT = "> ";
    private static final String CONTINUED = "| ";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Mixin
    private AskedOptions asked = new AskedOptions();

    @Mixin
    private BundleOptions bundle = new BundleOptions();

    @Override
    public Integer call() throws CliException {
        OpaBundle sources =
                bundle.isGiven() ? bundle.read(policy.keys()) : policy.whole(asked.clock(), policy.toldTo(spec));
        PrintWriter out = spec.commandLine().getOut();
        var session = new ReplSession(
                sources,
                asked.inputOrNull(),
                asked.clock(),
                out,
                spec.commandLine().getErr());
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answer(session, lines, out);
        } catch (IOException e) {
            throw CliException.unusable("standard input cannot be read: " + e.getMessage());
        }
        return ExitCodes.OK;
    }

    private static void answer(ReplSession session, BufferedReader lines, PrintWriter out) throws IOException {
        boolean prompts = ProgressLine.isTerminal();
        var text = new StringBuilder();
        while (true) {
            if (prompts) {
                out.print(text.isEmpty() ? PROMPT : CONTINUED);
                out.flush();
            }
            String line = lines.readLine();
            if (line != null) {
                text.append(text.isEmpty() ? "" : "\n").append(line);
            }
            if (line != null && ReplSession.isOpen(text.toString())) {
                continue;
            }
            if (!session.answer(text.toString().strip()) || line == null) {
                return;
            }
            text.setLength(0);
        }
    }
}
