package io.sallyport.cli;

import io.sallyport.cli.apiserver.ApiServerCommand;
import io.sallyport.cli.ask.AskCommand;
import io.sallyport.cli.audit.AuditCommand;
import io.sallyport.cli.command.CommandGroup;
import io.sallyport.cli.fetch.FetchServiceCommand;
import io.sallyport.cli.fetch.FetchSkillCommand;
import io.sallyport.cli.fetch.TreeHashCommand;
import io.sallyport.cli.harness.HarnessCommand;
import io.sallyport.cli.lease.LeaseCommand;
import io.sallyport.cli.policy.PolicyCommand;
import io.sallyport.cli.provider.ProviderCommand;
import io.sallyport.cli.sandbox.SandboxCommand;
import io.sallyport.cli.sandbox.WorkspaceCommand;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** The root command. */
@Command(
        name = "sallyport",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        description = "A policy-as-code egress gateway for agent sandboxes.")
final class Sallyport extends CommandGroup {
    /** The commands by their names, in the order of the help. */
    static final Map<String, Class<?>> COMMANDS = commands();

    private static Map<String, Class<?>> commands() {
        var commands = new LinkedHashMap<String, Class<?>>();
        commands.put("demo", DemoCommand.class);
        commands.put("serve", ServeCommand.class);
        commands.put("run", RunCommand.class);
        commands.put("sandbox", SandboxCommand.class);
        commands.put("workspace", WorkspaceCommand.class);
        commands.put("policy", PolicyCommand.class);
        commands.put("ask", AskCommand.class);
        commands.put("audit", AuditCommand.class);
        commands.put("provider", ProviderCommand.class);
        commands.put("lease", LeaseCommand.class);
        commands.put("fetch-service", FetchServiceCommand.class);
        commands.put("fetch-skill", FetchSkillCommand.class);
        commands.put("api-server", ApiServerCommand.class);
        commands.put("tree-hash", TreeHashCommand.class);
        commands.put("harness", HarnessCommand.class);
        commands.put("doctor", DoctorCommand.class);
        commands.put("completion", CompletionCommand.class);
        return Collections.unmodifiableMap(commands);
    }
}
