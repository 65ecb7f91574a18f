package io.sallyport.gateway.cli;

import io.sallyport.decision.DecisionCache;
import io.sallyport.model.Decision;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The decision on one request. */
@Command(
        name = "eval",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a policy about one request: [METHOD] URL (GET where none is named; CONNECT URL asks for a tunnel), or"
                    + " --input with the contract's document.",
            "0: allowed; 1: refused."
        })
final class PolicyEval implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Mixin
    private AskedOptions asked = new AskedOptions();

    @Option(names = "--json", description = "Print the contract's decision document.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        Asked question = asked.read();
        return tell(policy.snapshot(question.facts(), DecisionCache.OFF, policy.toldTo(spec))
                .decide(question.request()));
    }

    private int tell(Decision decision) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? DecisionText.json(decision) : DecisionText.line(decision));
        out.flush();
        return switch (decision) {
            case Decision.Allow _ -> ExitCodes.OK;
            case Decision.Deny _ -> ExitCodes.NO;
        };
    }
}
