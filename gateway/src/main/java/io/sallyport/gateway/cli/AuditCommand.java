package io.sallyport.gateway.cli;

import io.sallyport.gateway.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** The audit log of a running gateway. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Shows the audit log of a running gateway.",
        subcommands = AuditTail.class)
final class AuditCommand extends CommandGroup {}
