package io.sallyport.cli.lease;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.lease.batch.LeaseBatch;
import io.sallyport.cli.lines.LineFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Answers many questions about leases at once. */
@Command(
        name = "batch",
        mixinStandardHelpOptions = true,
        description = "Answers JSON lines {\"kind\", \"input\"} with {\"verdict\", \"reason\"}, one for each, in "
                + "order. A line that cannot be read has the verdict \"error\".",
        exitCodeList = {"0:every line has its answer", "2:the file does not exist"})
final class LeaseBatchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private LineFile lines = new LineFile();

    @Override
    public Integer call() throws CliException {
        try (var batch = new LeaseBatch()) {
            lines.answer(spec.commandLine().getOut(), batch.lines());
        }
        return ExitCodes.OK;
    }
}
