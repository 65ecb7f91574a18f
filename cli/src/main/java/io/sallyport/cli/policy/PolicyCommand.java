package io.sallyport.cli.policy;

import io.sallyport.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** Commands for authors of policies. */
@Command(
        name = "policy",
        mixinStandardHelpOptions = true,
        description = "Compiles and asks policy without a gateway; shows and restores the guardrails of one.",
        subcommands = {
            PolicyCheck.class,
            PolicyTest.class,
            PolicyFormat.class,
            PolicyBuild.class,
            PolicyInput.class,
            PolicyEval.class,
            PolicyInspect.class,
            PolicySign.class,
            PolicyRepl.class,
            PolicyExplain.class,
            PolicySuggest.class,
            PolicyDeps.class,
            PolicyBench.class,
            PolicyHistory.class,
            PolicyDiff.class,
            PolicyRollback.class
        })
public final class PolicyCommand extends CommandGroup {}
