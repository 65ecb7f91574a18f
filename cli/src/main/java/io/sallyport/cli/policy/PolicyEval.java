package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.decision.ActionInput;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.Judge;
import io.sallyport.decision.RequestInput;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.answer.DecisionJson;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the decision on one request. */
@Command(
        name = "eval",
        mixinStandardHelpOptions = true,
        description = {
            "Asks a policy about one request, [METHOD] URL (default: GET; CONNECT URL asks for a "
                    + "tunnel, CONNECT tcp://HOST:PORT for a tunnel for anything), about one action, CAPABILITY "
                    + "TARGET (such as tool.call web.search), or about the contract's document (--input).",
            "Refuses what the policy allows but a gateway never dials (--config).",
            "With --bundle, prints a document of an OPA bundle as JSON; --input may then be any JSON."
        },
        exitCodeList = {
            "0:allowed, or a document that is no decision",
            "1:refused, or undefined",
            "2:the documents are not usable"
        })
final class PolicyEval implements Callable<Integer> {
    private static final String DATA = "data.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Mixin
    private AskedOptions asked = new AskedOptions();

    @Mixin
    private BundleOptions bundle = new BundleOptions();

    @Option(
            names = {"-q", "--query"},
            paramLabel = "REF",
            defaultValue = "data.sallyport.decision",
            description = "The document of the bundle to print (default: ${DEFAULT-VALUE}).")
    private String query = "";

    @Option(
            names = "--strict-builtin-errors",
            description = "A failing builtin fails the evaluation of the bundle, as it does for guardrails.")
    private boolean strict;

    @Option(names = "--json", description = "Print the contract's decision document.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (bundle.isGiven()) {
            return askBundle();
        }
        PolicyQuestion question = asked.read();
        Judge.Judgement judged = policy.snapshot(question.facts(), DecisionCache.OFF, policy.toldTo(spec))
                .judge(question.question());
        return tell(judged, policy.dialStep().of(question.question(), judged.decision()));
    }

    private int tell(Judge.Judgement judgement, Decision decision) {
        print(json ? DecisionJson.text(decision) : DecisionText.line(decision));
        if (judgement.fault() != null) {
            PrintWriter err = spec.commandLine().getErr();
            String rule = decision instanceof Decision.Allow ? "a rule in report mode" : decision.rule();
            err.println("sallyport: " + rule + ": " + judgement.fault());
            err.flush();
        }
        return ExitCodes.of(decision);
    }

    private int askBundle() throws CliException {
        if (policy.isGiven()) {
            throw CliException.unusable("--bundle: is a whole policy; documents and guardrails do not go with it");
        }
        if (!query.startsWith(DATA)) {
            throw CliException.unusable("--query: " + query + " (expected: data.PACKAGE.RULE)");
        }
        String path = query.substring(DATA.length()).replace('.', '/');
        return switch (new BundleQuestion(bundle.read(), path, strict).ask(input())) {
            case Outcome.Defined defined -> tell(defined.value());
            case Outcome.Undefined _ -> {
                print("undefined");
                yield ExitCodes.NO;
            }
            case Outcome.Failed failed -> throw CliException.unusable(query + ": " + failed.text());
        };
    }

    private RegoValue input() throws CliException {
        RegoValue given = asked.json();
        if (given != null) {
            return given;
        }
        PolicyQuestion question = asked.read();
        return switch (question.question()) {
            case CanonicalRequest request -> RequestInput.of(request, question.facts());
            case CanonicalAction action -> ActionInput.of(action, question.facts());
        };
    }

    private int tell(RegoValue value) {
        print(RegoJson.write(value));
        boolean refused = value instanceof RegoObject decision
                && decision.get("allow") instanceof RegoBoolean allow
                && !allow.value();
        return refused ? ExitCodes.NO : ExitCodes.OK;
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
