package io.sallyport.cli.harness;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for authors of harness files. */
@Command(
        name = "harness",
        mixinStandardHelpOptions = true,
        description = "Judges harness files without a gateway.",
        subcommands = HarnessCheck.class)
public final class HarnessCommand extends CommandGroup {}
