package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for the sandboxes of a running gateway. */
@Command(
        name = "sandbox",
        mixinStandardHelpOptions = true,
        description = "Registers, shows, changes and removes the sandboxes of a running gateway.",
        subcommands = {
            SandboxPut.class,
            SandboxGet.class,
            SandboxExplain.class,
            SandboxSuggest.class,
            SandboxList.class,
            SandboxDelete.class,
            SandboxPhase.class,
            SandboxHistory.class,
            SandboxRollback.class,
            CandidateCommand.class,
            ReportModeCommand.class,
            SandboxEnter.class,
            SandboxSkillSet.class
        })
public final class SandboxCommand extends CommandGroup {}
