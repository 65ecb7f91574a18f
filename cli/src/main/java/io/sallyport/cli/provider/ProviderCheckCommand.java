package io.sallyport.cli.provider;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.configuration.Config;
import io.sallyport.gateway.credentials.Providers;
import io.sallyport.gateway.serve.ProviderCheck;
import io.sallyport.gateway.serve.StartException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reads the secrets of a configuration once. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Reads the secret of each provider of a configuration once, as a gateway would, and prints which"
                + " are there. Never a secret.",
        exitCodeList = {"0:all are there", "1:one is not", "2:a flag or the configuration is wrong"})
public final class ProviderCheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", required = true, description = "The gateway's configuration.")
    private @Nullable Path file;

    @Override
    public Integer call() throws CliException {
        Path given = file;
        if (given == null) {
            throw CliException.unusable("--config is needed");
        }
        Config config = ConfigFlag.read(given);
        PrintWriter out = spec.commandLine().getOut();
        try {
            Map<String, Providers.State> states = ProviderCheck.of(config, System.getenv());
            states.forEach((name, state) -> out.printf("%-20s %s%n", name, text(state)));
            if (states.isEmpty()) {
                out.println("no providers are configured");
            }
            out.flush();
            return states.values().stream().allMatch(state -> state.problem().isEmpty()) ? ExitCodes.OK : ExitCodes.NO;
        } catch (StartException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }

    private static String text(Providers.State state) {
        if (!state.problem().isEmpty()) {
            return state.problem();
        }
        return state.end() == null ? "ready" : "ready, ends " + state.end();
    }
}
