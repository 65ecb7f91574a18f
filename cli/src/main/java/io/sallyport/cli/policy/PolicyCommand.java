package io.sallyport.cli.policy;

import io.sallyport.cli.command.CommandGroup;
import io.sallyport.cli.guardrails.PolicyApprovals;
import io.sallyport.cli.guardrails.PolicyApprove;
import io.sallyport.cli.guardrails.PolicyDiff;
import io.sallyport.cli.guardrails.PolicyHistory;
import io.sallyport.cli.guardrails.PolicyPromote;
import io.sallyport.cli.guardrails.PolicyPush;
import io.sallyport.cli.guardrails.PolicyReject;
import io.sallyport.cli.guardrails.PolicyReport;
import io.sallyport.cli.guardrails.PolicyRollback;
import io.sallyport.cli.guardrails.PolicyRules;
import io.sallyport.cli.guardrails.PolicyWithdraw;
import io.sallyport.cli.policy.accesslist.PolicyImport;
import io.sallyport.cli.policy.own.PolicyWhyNot;
import io.sallyport.cli.policy.profile.PolicyProfiles;
import picocli.CommandLine.Command;

/** Commands for authors of policies. */
@Command(
        name = "policy",
        mixinStandardHelpOptions = true,
        description = "Compiles and asks policy without a gateway; changes the guardrails of one.",
        subcommands = {
            PolicyCheck.class,
            PolicyLint.class,
            PolicyTest.class,
            PolicyFormat.class,
            PolicyLsp.class,
            PolicyBuild.class,
            PolicyImport.class,
            PolicyInput.class,
            PolicyEval.class,
            PolicyInspect.class,
            PolicySign.class,
            PolicyRepl.class,
            PolicyExplain.class,
            PolicyWhyNot.class,
            PolicyProfiles.class,
            PolicyShow.class,
            PolicyProve.class,
            PolicyReplay.class,
            PolicySuggest.class,
            PolicyBatchCommand.class,
            PolicyDeps.class,
            PolicyBench.class,
            PolicyPush.class,
            PolicyPromote.class,
            PolicyWithdraw.class,
            PolicyReport.class,
            PolicyRules.class,
            PolicyHistory.class,
            PolicyDiff.class,
            PolicyRollback.class,
            PolicyApprovals.class,
            PolicyApprove.class,
            PolicyReject.class
        })
public final class PolicyCommand extends CommandGroup {}
