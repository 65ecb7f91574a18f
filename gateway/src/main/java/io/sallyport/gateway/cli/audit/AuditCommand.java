package io.sallyport.gateway.cli.audit;

import io.sallyport.gateway.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** The audit log. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Shows and verifies the audit log.",
        subcommands = {AuditTail.class, AuditVerify.class})
public final class AuditCommand extends CommandGroup {}
