package io.sallyport.gateway.cli.apiserver;

import io.sallyport.gateway.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** What authors of API servers on the host ask. */
@Command(
        name = "api-server",
        mixinStandardHelpOptions = true,
        description = "For authors of API servers on the host (docs/api-servers.md).",
        subcommands = ApiServerCheck.class)
public final class ApiServerCommand extends CommandGroup {}
