package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.OperationSettings.LogFormat;
import io.sallyport.gateway.serve.ProcessSignals;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.gateway.serve.StopSignal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the gateway until it is told to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the gateway: the proxy on 127.0.0.1:3128, the control API on 127.0.0.1:3129.",
            "Prints one line of JSON when it listens: proxy, admin, token_file, and health where that "
                    + "is configured. SIGTERM drains and ends it; a second SIGTERM does not wait. SIGHUP reads "
                    + "the guardrails folder and the registry of skills again."
        },
        exitCodeList = {"0:ended by a signal", "2:the configuration is not usable", "3:the gateway cannot start"})
final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration, YAML (default: all defaults).")
    private @Nullable Path file;

    @Option(names = "--state", paramLabel = "DIR", description = "The state directory, instead of the configured one.")
    private @Nullable Path state;

    @Override
    public Integer call() throws CliException {
        Config config = Configs.ofServe(file, state, spec.commandLine().getErr());
        var stop = new StopSignal();
        ProcessSignals.on("TERM", stop::signal);
        ProcessSignals.on("INT", stop::signal);
        try (Service service = Service.start(config, stop)) {
            ProcessSignals.on("HUP", service::reload);
            spec.commandLine().getOut().println(service.endpoints().line());
            spec.commandLine().getOut().flush();
            stop.await();
            service.drain(stop);
            return ExitCodes.OK;
        } catch (StartException e) {
            return stop.isAsked() ? ExitCodes.OK : unreachable(config, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.UNREACHABLE;
        }
    }

    private static int unreachable(Config config, String why) throws CliException {
        if (config.operation().logs() == LogFormat.JSON) {
            LOG.error(why);
            return ExitCodes.UNREACHABLE;
        }
        throw CliException.unreachable(why);
    }
}
