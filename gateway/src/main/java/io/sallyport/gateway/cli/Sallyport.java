package io.sallyport.gateway.cli;

import io.sallyport.gateway.cli.apiserver.ApiServerCommand;
import io.sallyport.gateway.cli.audit.AuditCommand;
import io.sallyport.gateway.cli.command.CommandGroup;
import io.sallyport.gateway.cli.fetch.FetchServiceCommand;
import io.sallyport.gateway.cli.fetch.FetchSkillCommand;
import io.sallyport.gateway.cli.fetch.TreeHashCommand;
import io.sallyport.gateway.cli.harness.HarnessCommand;
import io.sallyport.gateway.cli.lease.LeaseCommand;
import io.sallyport.gateway.cli.policy.PolicyCommand;
import io.sallyport.gateway.cli.sandbox.SandboxCommand;
import picocli.CommandLine.Command;

/** The command line as a whole. */
@Command(
        name = "sallyport",
        mixinStandardHelpOptions = true,
        version = "sallyport 0.1.0",
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
