package io.sallyport.cli.policy;

import io.sallyport.audit.RecordedQuestion;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.SuggestionText;
import io.sallyport.cli.learn.LearnOptions;
import io.sallyport.cli.learn.LearnedTraffic;
import io.sallyport.cli.learn.SuggestedDocuments;
import io.sallyport.cli.policy.replay.AuditFiles;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.SuggestionJson;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Suggests the smallest grants that would permit refused requests. */
@Command(
        name = "suggest",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the least grants with which refused requests would pass: exact lines first, folded "
                    + "to a wildcard where three or more stand side by side. Changes nothing.",
            "A REQUEST is \"METHOD URL\" (one word; default: GET) or \"CAPABILITY TARGET\". Requests "
                    + "also come from documents (--input) and from the refusals for want of a grant in an audit "
                    + "log (--audit).",
            "With --as, --all or --out it makes a document for each sandbox of the log instead, as run --learn does"
                    + " (docs/learn.md)."
        },
        exitCodeList = {"0:all would pass", "1:some would not pass", "2:the documents are not usable"})
final class PolicySuggest implements Callable<Integer> {
    /** The maximum number of requests of one run. */
    private static final int MAX_REQUESTS = 10_000;

    private static final JsonMapper JSON = JsonMapper.shared();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description =
                    "An audit log, JSON lines; repeatable. For documents gzip is read, too; else - is standard input.")
    private List<Path> audit = new ArrayList<>();

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "The contract's input document, or an array of them, JSON; repeatable.")
    private List<Path> inputs = new ArrayList<>();

    @Option(names = "--sandbox", paramLabel = "ID", description = "Use only this sandbox's refusals in the log.")
    private @Nullable String sandbox;

    @Option(names = "--all", description = "Make documents of what passed, too.")
    private boolean all;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write the document into FILE, and its tests beside it, into one whose name ends in"
                    + " _test.rego. A folder that exists gets those of each sandbox, by its id.")
    private @Nullable Path out;

    @Mixin
    private LearnOptions learning = new LearnOptions();

    @Option(names = "--json", description = "Print the suggestion as JSON.")
    private boolean json;

    @Parameters(arity = "0..*", paramLabel = "REQUEST", description = "Refused requests, one word each.")
    private List<String> requests = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        if (all || out != null || learning.isUsed()) {
            return documents();
        }
        Set<Question> refused = new LinkedHashSet<>();
        for (String request : requests) {
            String[] words = request.strip().split("\\s+", 2);
            refused.add(PolicyQuestion.of(List.of(words), facts()).question());
        }
        for (Path input : inputs) {
            PolicyQuestion.parseAll(InputFiles.name(input), InputFiles.text(input), facts())
                    .forEach(asked -> refused.add(asked.question()));
        }
        for (Path log : audit) {
            refused.addAll(recorded(InputFiles.text(log)));
        }
        if (refused.isEmpty() && audit.isEmpty()) {
            throw CliException.unusable("no request (expected: REQUEST..., --input FILE, or --audit FILE)");
        }
        if (refused.size() > MAX_REQUESTS) {
            throw CliException.unusable(refused.size() + " requests (expected: at most " + MAX_REQUESTS + ")");
        }
        return print(policy.suggest(refused, facts(), policy.toldTo(spec)));
    }

    private int documents() throws CliException {
        if (audit.isEmpty() || !requests.isEmpty() || !inputs.isEmpty()) {
            throw CliException.unusable("documents are made of records alone (expected: --audit FILE)");
        }
        SandboxId only = sandbox == null ? null : SandboxId.parse(sandbox);
        if (sandbox != null && only == null) {
            throw CliException.unusable("--sandbox: " + sandbox + " is no id of a sandbox");
        }
        PrintWriter err = spec.commandLine().getErr();
        var traffic = new LearnedTraffic(only, all);
        try (var progress = new ProgressLine(err, false)) {
            new AuditFiles(audit, traffic, err, progress, false).read();
        }
        new SuggestedDocuments(
                        learning,
                        policy.config().dials(),
                        out,
                        spec.commandLine().getOut(),
                        err)
                .of(traffic.observed());
        tellUncounted(traffic, err);
        return ExitCodes.OK;
    }

    private static void tellUncounted(LearnedTraffic traffic, PrintWriter err) {
        if (traffic.requestsBeyond() > 0) {
            err.println("sallyport: " + traffic.requestsBeyond() + " requests are of sandboxes beyond "
                    + LearnedTraffic.MAX_SANDBOXES);
        }
        err.flush();
    }

    private static SandboxFacts facts() {
        return new SandboxFacts(PolicyOptions.ID, null, Map.of(), Phase.PLANNING);
    }

    private List<Question> recorded(String log) {
        return log.lines()
                .map(RecordedQuestion::parse)
                .filter(line -> line != null && line.reason().equals(ReasonCode.NO_GRANT.word()))
                .filter(line -> sandbox == null || sandbox.equals(line.sandbox()))
                .map(RecordedQuestion::question)
                .toList();
    }

    private int print(Suggestion suggestion) {
        String text = SuggestionJson.text(suggestion);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? text : SuggestionText.of(JSON.readTree(text)));
        out.flush();
        boolean all = suggestion.outcomes().stream().allMatch(outcome -> ExitCodes.of(outcome.then()) == ExitCodes.OK);
        return all ? ExitCodes.OK : ExitCodes.NO;
    }
}
