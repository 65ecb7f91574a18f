package io.sallyport.gateway.cli;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.gateway.control.Policies.Made;
import io.sallyport.model.Decision;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Phase;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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

    @Option(names = "--input", paramLabel = "FILE", description = "The request as the contract's input document, JSON.")
    private @Nullable Path input;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the sandbox; may be given again.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--json", description = "Print the contract's decision document.")
    private boolean json;

    @Parameters(arity = "0..2", paramLabel = "[METHOD] URL")
    private List<String> request = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        Asked asked = asked();
        return policy.compile(this::warn, (_, compiled) -> {
            Made<PolicySnapshot> made = compiled.sandbox().under(compiled.guardrails(), asked.facts(), 1);
            return switch (made) {
                case Made.Ready<PolicySnapshot>(var snapshot, var _) -> tell(snapshot.decide(asked.request()));
                case Made.Refused<PolicySnapshot>(var diagnostics) -> throw CliException.refused(diagnostics);
                case Made.Unavailable<PolicySnapshot>(var why) -> throw CliException.unreachable(why);
            };
        });
    }

    private void warn(Diagnostic warning) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(warning);
        err.flush();
    }

    private Asked asked() throws CliException {
        var facts = new SandboxFacts(PolicyOptions.ID, null, labels, Phase.PLANNING);
        if (input == null) {
            return Asked.of(request, facts);
        }
        if (!request.isEmpty()) {
            throw CliException.unusable("--input and a URL: give one of them");
        }
        return Asked.parse(InputFiles.name(input), InputFiles.text(input), facts);
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
