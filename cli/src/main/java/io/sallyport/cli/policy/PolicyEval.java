package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.query.EvalFormat;
import io.sallyport.cli.policy.query.QueryAnswers;
import io.sallyport.cli.policy.query.QueryReport;
import io.sallyport.cli.policy.query.QueryRun;
import io.sallyport.decision.Judge;
import io.sallyport.model.Decision;
import io.sallyport.model.answer.DecisionJson;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.compiler.CompileRequest.AdHocQuery;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
            "With --query, prints the answer to an expression, as opa eval does; with --bundle, one over an OPA "
                    + "bundle. --input may then be any JSON. What Rego prints goes to standard error, with its place.",
            "Example: policy eval --guardrails g.rego -q data.sallyport.guardrails.deny POST https://a.example/"
        },
        exitCodeList = {
            "0:allowed, or a document that is no decision",
            "1:refused, or undefined",
            "2:the documents are not usable"
        })
final class PolicyEval implements Callable<Integer> {
    private static final String DECISION = "data.sallyport.decision";

    /** Comes to everything that is read from authors, whether it is defined or not. */
    private static final String AUTHORED = "x := [[1 | data.sallyport.guardrails.deny],"
            + " [1 | data.sallyport.guardrails.obligations],"
            + " [1 | data.sallyport.sandbox.deny],"
            + " [1 | data.sallyport.sandbox.obligations]]";

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
            paramLabel = "EXPRESSION",
            description = "Print the answer to a query over documents, guardrails, data and input, or over the bundle,"
                    + " such as data.sallyport.guardrails.deny or 'x := input.net.host; endswith(x, \".test\")'"
                    + " (default with --bundle: data.sallyport.decision).")
    private @Nullable String query;

    @Option(
            names = "--trace",
            description = "Print on standard error which rules were evaluated and which expressions failed.")
    private boolean trace;

    @Option(
            names = "--strict-builtin-errors",
            description = "A failing builtin fails the evaluation of a query, as it does for guardrails.")
    private boolean strict;

    @Option(
            names = {"-f", "--format"},
            paramLabel = "json|raw|pretty",
            defaultValue = "pretty",
            converter = EvalFormat.Converter.class,
            description = "How to print: json as --json, raw a text without its quotes (default: ${DEFAULT-VALUE}).")
    private EvalFormat format = EvalFormat.PRETTY;

    @Option(
            names = "--json",
            description = "Print the contract's decision document; of a query, what opa eval --format json prints.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (bundle.isGiven()) {
            return askBundle();
        }
        String wanted = query;
        if (wanted != null) {
            return ask(policy.whole(asked.clock(), policy.toldTo(spec)), wanted);
        }
        PolicyQuestion question = asked.read();
        Judge.Judgement judged = policy.judge(question, asked.clock(), policy.toldTo(spec));
        if (trace || policy.mentions("print(")) {
            tellAuthors(question);
        }
        return tell(judged, policy.dialStep().of(question.question(), judged.decision()));
    }

    /** Evaluates what the authors wrote once more, by itself, for what it prints and for its trace. */
    private void tellAuthors(PolicyQuestion question) throws CliException {
        OpaBundle authored = policy.authored();
        var run = new QueryRun(authored, new AdHocQuery(AUTHORED, ""), false);
        try {
            run.ask(question.input(), asked.clock(), report(authored.modules()));
        } catch (CliException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sallyport: the trace ends: " + e.getMessage());
            err.flush();
        }
    }

    private int tell(Judge.Judgement judgement, Decision decision) {
        print(form() == EvalFormat.JSON ? DecisionJson.text(decision) : DecisionText.line(decision));
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
            throw CliException.unusable(
                    "--bundle: is a whole policy; documents, guardrails and schemas do not go with it");
        }
        OpaBundle read = bundle.read(policy.keys());
        String wanted = query == null ? DECISION : query;
        return read.runsAsWasm() || read.runsAsPlan() ? askCompiled(read, wanted) : ask(read, wanted);
    }

    private int ask(OpaBundle sources, String wanted) throws CliException {
        QueryAnswers answers = run(sources, wanted, query == null ? input() : asked.inputOrNull());
        print(query == null ? answers.text() : form().of(answers));
        return answers.isUndefined() || answers.values().stream().anyMatch(PolicyEval::isRefusal)
                ? ExitCodes.NO
                : ExitCodes.OK;
    }

    private QueryAnswers run(OpaBundle sources, String wanted, @Nullable RegoValue input) throws CliException {
        var run = new QueryRun(sources, new AdHocQuery(wanted, ""), strict);
        return run.ask(input, asked.clock(), report(run.texts()));
    }

    private QueryReport report(Map<String, String> texts) {
        return new QueryReport(spec.commandLine().getErr(), trace, texts);
    }

    /** Asks for a document of a plan or a module, which answer nothing but their entrypoints. */
    private int askCompiled(OpaBundle compiled, String wanted) throws CliException {
        if (!wanted.matches("data(\\.\\w+)+")) {
            throw CliException.unusable(
                    "--query: " + wanted + ": a compiled bundle answers documents only (expected: data.PACKAGE.RULE)");
        }
        if (trace) {
            throw CliException.unusable("--trace: a compiled bundle has no rules to show; build it with -t rego");
        }
        String path = wanted.substring("data.".length()).replace('.', '/');
        return switch (new BundleQuestion(compiled, path, strict)
                .ask(query == null ? input() : asked.inputOrNull(), asked.clock())) {
            case Outcome.Defined defined -> tell(defined.value());
            case Outcome.Undefined _ -> {
                print("undefined");
                yield ExitCodes.NO;
            }
            case Outcome.Failed failed -> throw CliException.unusable(wanted + ": " + failed.text());
        };
    }

    /** Returns the input of a decision, which there must be. */
    private RegoValue input() throws CliException {
        RegoValue given = asked.json();
        return given == null ? asked.read().input() : given;
    }

    private int tell(RegoValue value) {
        print(RegoJson.write(value));
        return isRefusal(value) ? ExitCodes.NO : ExitCodes.OK;
    }

    private static boolean isRefusal(RegoValue value) {
        return value instanceof RegoObject decision
                && decision.get("allow") instanceof RegoBoolean allow
                && !allow.value();
    }

    private EvalFormat form() {
        return json ? EvalFormat.JSON : format;
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
