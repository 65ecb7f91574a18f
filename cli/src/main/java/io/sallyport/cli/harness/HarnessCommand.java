package io.sallyport.cli.harness;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Harness files, for those who write them. */
@Command(
        name = "harness",
        mixinStandardHelpOptions = true,
        description = "Judges harness files without a gateway.",
        subcommands = HarnessCheck.class)
public final class HarnessCommand extends CommandGroup {}
