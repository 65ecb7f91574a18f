package io.sallyport.gateway.cli;

import picocli.CommandLine.Command;

/** The sandboxes of a running gateway. */
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
            SandboxPhase.class
        })
final class SandboxCommand extends CommandGroup {}
