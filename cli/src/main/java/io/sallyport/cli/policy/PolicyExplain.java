package io.sallyport.cli.policy;

import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ExplanationText;
import io.sallyport.cli.policy.replay.ExplainedRecord;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.ExplanationJson;
import io.sallyport.model.SandboxId;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Explains why a policy decides a request as it does. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Explains the decision on one question: what guardrails and Rego say, which grants cover "
                    + "it, which come near and how they differ, the least grant that would help, and what a "
                    + "gateway never dials (--config).",
            "The question is [METHOD] URL (default: GET; CONNECT URL asks for a tunnel), CAPABILITY "
                    + "TARGET (such as tool.call web.search), or the contract's document (--input).",
            "Or it is a recorded request (--audit, --id), which is explained by the documents that flags name, or by"
                    + " the policy that judged it, if the state keeps it (--state)."
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

    @Mixin
    private RecordOptions record = new RecordOptions();

    @Option(names = "--json", description = "Print the explanation as JSON.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (record.isGiven()) {
            return explainRecord();
        }
        Explanation explanation = policy.explain(asked.read(), asked.clock(), policy.toldTo(spec));
        return tell(explanation, List.of());
    }

    private int explainRecord() throws CliException {
        if (asked.isGiven()) {
            throw CliException.unusable("--audit and a request: give one of them");
        }
        Judged judged = record.read();
        ExplainedRecord explained =
                policy.isGiven() ? byDocuments(judged) : ExplainedRecord.of(record.state(), policy.config(), judged);
        return tell(policy.dialStep().of(explained.explanation()), explained.missing());
    }

    private ExplainedRecord byDocuments(Judged judged) throws CliException {
        SandboxId id = judged.sandbox() == null ? PolicyOptions.ID : judged.sandbox();
        return policy.compile(
                DecisionCache.OFF,
                InstantSource.fixed(judged.time()),
                policy.toldTo(spec),
                (policies, compiled) -> ExplainedRecord.of(
                        policies,
                        compiled.sandbox(),
                        compiled.guardrails(),
                        asked.traits().of(id, judged.run()),
                        judged));
    }

    /** Prints an explanation, and what is not part of it. */
    private int tell(Explanation explanation, List<String> missing) {
        PrintWriter out = spec.commandLine().getOut();
        ObjectNode document = (ObjectNode) JSON.readTree(ExplanationJson.text(explanation));
        if (json) {
            if (!missing.isEmpty()) {
                missing.forEach(document.putArray("missing")::add);
            }
            out.println(document);
        } else {
            out.println(ExplanationText.of(document));
            missing.forEach(sentence -> out.println("not explained: " + sentence));
        }
        out.flush();
        return ExitCodes.of(explanation.decision());
    }
}
