package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.lsp.LanguageSession;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves an editor. */
@Command(
        name = "lsp",
        mixinStandardHelpOptions = true,
        description = "Serves an editor over standard input and output (Language Server Protocol 3.17): diagnostics,"
                + " hover, completion, definitions and formatting for Rego, leases, harness files, network policies,"
                + " profiles, skills and the configuration.",
        exitCodeList = {"0:the editor ended the session", "1:the editor went away"})
final class PolicyLsp implements Callable<Integer> {
    @Mixin
    private ConfigFlag config = new ConfigFlag();

    @Override
    public Integer call() throws CliException {
        PrintStream protocol = System.out;
        System.setOut(System.err); // nothing else may write between messages
        try {
            var session =
                    new LanguageSession(new DocumentsOptions().rules(config), InstantSource.system(), System::nanoTime);
            return session.serve(System.in, protocol) ? ExitCodes.OK : ExitCodes.NO;
        } finally {
            System.setOut(protocol);
        }
    }
}
