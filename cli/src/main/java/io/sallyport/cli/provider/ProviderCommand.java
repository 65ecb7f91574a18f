package io.sallyport.cli.provider;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands about providers. */
@Command(
        name = "provider",
        mixinStandardHelpOptions = true,
        description = "Shows, checks and imports the providers of credentials.",
        subcommands = {ProviderList.class, ProviderCheckCommand.class, ProviderImportCommand.class})
public final class ProviderCommand extends CommandGroup {}
