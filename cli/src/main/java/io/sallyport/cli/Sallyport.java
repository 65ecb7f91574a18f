package io.sallyport.cli;

import io.sallyport.cli.apiserver.ApiServerCommand;
import io.sallyport.cli.audit.AuditCommand;
import io.sallyport.cli.command.CommandGroup;
import io.sallyport.cli.fetch.FetchServiceCommand;
import io.sallyport.cli.fetch.FetchSkillCommand;
import io.sallyport.cli.fetch.TreeHashCommand;
import io.sallyport.cli.harness.HarnessCommand;
import io.sallyport.cli.lease.LeaseCommand;
import io.sallyport.cli.policy.PolicyCommand;
import io.sallyport.cli.sandbox.SandboxCommand;
import picocli.CommandLine.Command;

/** The root command. */
@Command(
        name = "sallyport",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        description = "A policy-as-code egress gateway for agent sandboxes.",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
            RunCommand.class,
            SandboxCommand.class,
            PolicyCommand.class,
            AuditCommand.class,
            LeaseCommand.class,
            FetchServiceCommand.class,
            FetchSkillCommand.class,
            ApiServerCommand.class,
            TreeHashCommand.class,
            HarnessCommand.class,
            CompletionCommand.class
        })
final class Sallyport extends CommandGroup {}
