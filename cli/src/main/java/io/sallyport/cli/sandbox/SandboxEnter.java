package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.AnswerPrinter;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.GatewayOptions;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.cli.run.EnteredSandbox;
import io.sallyport.client.AdminClient;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.fence.EntryServer;
import io.sallyport.gateway.serve.ProcessSignals;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a command in a fence that belongs to a sandbox. */
@Command(
        name = "enter",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a command on this machine in a network of its own, where only the gateway can be reached, as the"
                    + " sandbox. Linux; for the gateway's own user and for root.",
            "The command is ended when the sandbox or the gateway ends."
        },
        exitCodeList = {
            "1:the gateway's answer was no",
            "3:no gateway answers, there is no fence, or the command cannot start",
            "other:that of the command"
        })
final class SandboxEnter implements Callable<Integer> {
    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private GatewayOptions gateway = new GatewayOptions();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "The gateway's state directory (default: the default one).")
    private @Nullable Path state;

    @Parameters(index = "0", paramLabel = "ID", description = "The sandbox.", converter = SandboxIdConverter.class)
    private @Nullable SandboxId id;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "-- CMD", description = "The command and its arguments.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        PrintWriter err = spec.commandLine().getErr();
        SandboxId named = Objects.requireNonNull(id, "id");
        AdminClient.Reply reply = gateway.ask(client -> client.get(named));
        if (!reply.isOk()) {
            return AnswerPrinter.refused(reply, err);
        }
        Path folder = state == null ? StateDirectory.defaultPath(Map.copyOf(System.getenv())) : state.toAbsolutePath();
        var entered = new EnteredSandbox(EntryServer.path(folder), named, err);
        SIGNALS.forEach(
                signal -> ProcessSignals.on(signal, () -> Thread.ofPlatform().start(entered::end)));
        try {
            return entered.run(reply.body().path("ca_pem").asString(), command);
        } catch (StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCodes.UNREACHABLE;
        }
    }
}
