package io.sallyport.cli.audit;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for the audit log. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Shows, exports, verifies and summarizes the audit log.",
        subcommands = {
            AuditTail.class,
            AuditQueryCommand.class,
            AuditExport.class,
            AuditVerify.class,
            AuditSummary.class
        })
public final class AuditCommand extends CommandGroup {}
