package io.sallyport.gateway.cli;

import picocli.CommandLine.Command;

/** Leases, for those who write them. */
@Command(
        name = "lease",
        mixinStandardHelpOptions = true,
        description = "Judges leases without a gateway.",
        subcommands = {LeaseCheck.class, LeaseSubsetCommand.class, LeaseBatchCommand.class})
final class LeaseCommand extends CommandGroup {}
