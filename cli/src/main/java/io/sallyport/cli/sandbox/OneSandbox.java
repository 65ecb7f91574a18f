package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The base of the commands about one sandbox. */
abstract class OneSandbox extends AnsweredCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The sandbox.", converter = SandboxIdConverter.class)
    private @Nullable SandboxId id;

    final SandboxId id() {
        if (id == null) {
            throw new IllegalStateException("read before the command line was parsed");
        }
        return id;
    }
}
