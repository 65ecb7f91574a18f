package io.sallyport.gateway.cli;

import io.sallyport.gateway.cli.command.CliException;
import io.sallyport.gateway.cli.command.ExitCodes;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.serve.Service;
import io.sallyport.gateway.serve.Signals;
import io.sallyport.gateway.serve.StartException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The gateway, until it is told to stop. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the gateway: the proxy on 127.0.0.1:3128, the control API on 127.0.0.1:3129.",
            "Prints one line of JSON when it is ready: proxy, admin, token_file. SIGTERM drains and ends it; SIGHUP reads"
                    + " the guardrails folder again."
        })
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration, YAML; without: all defaults.")
    private @Nullable Path file;

    @Option(names = "--state", paramLabel = "DIR", description = "The state directory, in place of the configured one.")
    private @Nullable Path state;

    @Override
    public Integer call() throws CliException {
        Config config = Configs.read(file, state, spec.commandLine().getErr());
        var ended = new CountDownLatch(1);
        Signals.on("TERM", ended::countDown);
        Signals.on("INT", ended::countDown);
        try (Service service = Service.start(config)) {
            Signals.on("HUP", service::reload);
            spec.commandLine().getOut().println(service.endpoints().line());
            spec.commandLine().getOut().flush();
            ended.await();
            return ExitCodes.OK;
        } catch (StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.UNREACHABLE;
        }
    }
}
