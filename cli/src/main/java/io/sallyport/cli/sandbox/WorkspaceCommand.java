package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for the workspaces of a running gateway. */
@Command(
        name = "workspace",
        mixinStandardHelpOptions = true,
        description =
                "Puts, shows and removes workspaces: ceilings over sandboxes that only the security team changes.",
        subcommands = {WorkspacePut.class, WorkspaceGet.class, WorkspaceList.class, WorkspaceDelete.class})
public final class WorkspaceCommand extends CommandGroup {}
