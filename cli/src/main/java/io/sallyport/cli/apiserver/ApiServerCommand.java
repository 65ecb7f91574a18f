package io.sallyport.cli.apiserver;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for authors of API servers on the host. */
@Command(
        name = "api-server",
        mixinStandardHelpOptions = true,
        description = "Tests API servers on the host, and carries their files.",
        subcommands = {ApiServerCheck.class, ApiServerFiles.class})
public final class ApiServerCommand extends CommandGroup {}
