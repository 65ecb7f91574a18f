package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.demo.Demo;
import io.sallyport.gateway.serve.ProcessSignals;
import io.sallyport.gateway.serve.StartException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a demonstration of the gateway, all on this machine. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Starts a gateway, origins and real clients on this machine, sends their requests and "
                + "shows how each ended. Needs no network.",
        exitCodeList = {"0:every verdict is the expected one", "1:a verdict is not the expected one"})
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--keep", description = "Leave the gateway running and print the lines to paste.")
    private boolean keep;

    @Override
    public Integer call() throws CliException {
        try {
            var demo = new Demo(spec.commandLine().getOut(), InstantSource.system(), System::nanoTime);
            return demo.play(keep ? DemoCommand::untilTold : null) ? ExitCodes.OK : ExitCodes.NO;
        } catch (IOException | StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        }
    }

    private static void untilTold() {
        var ended = new CountDownLatch(1);
        ProcessSignals.on("TERM", ended::countDown);
        ProcessSignals.on("INT", ended::countDown);
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
