package io.sallyport.cli.lease;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for authors of leases. */
@Command(
        name = "lease",
        mixinStandardHelpOptions = true,
        description = "Judges leases without a gateway.",
        subcommands = {LeaseCheck.class, LeaseSubsetCommand.class, LeaseReceiptCommand.class, LeaseBatchCommand.class})
public final class LeaseCommand extends CommandGroup {}
