package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ExplanationText;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.ExplanationJson;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Explains why a policy decides a request as it does. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Explains the decision on one question: what guardrails and Rego say, which grants cover "
                    + "it, which come near and how they differ, the least grant that would help, and what a "
                    + "gateway never dials (--config).",
            "The question is [METHOD] URL (default: GET; CONNECT URL asks for a tunnel), CAPABILITY "
                    + "TARGET (such as tool.call web.search), or the contract's document (--input)."
        },
        exitCodeList = {"0:allowed", "1:refused", "2:the documents are not usable"})
final class PolicyExplain implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.shared();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Mixin
    private AskedOptions asked = new AskedOptions();

    @Option(names = "--json", description = "Print the explanation as JSON.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        Explanation explanation = policy.explain(asked.read(), asked.clock(), policy.toldTo(spec));
        PrintWriter out = spec.commandLine().getOut();
        String text = ExplanationJson.text(explanation);
        out.println(json ? text : ExplanationText.of(JSON.readTree(text)));
        out.flush();
        return ExitCodes.of(explanation.decision());
    }
}
