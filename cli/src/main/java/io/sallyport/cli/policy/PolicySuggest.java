package io.sallyport.cli.policy;

import io.sallyport.audit.RecordedQuestion;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SuggestionText;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.explain.Suggestion;
import io.sallyport.decision.explain.SuggestionJson;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
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
                    + "log (--audit)."
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

    @Option(names = "--audit", paramLabel = "FILE", description = "An audit log, JSON lines; - is standard input.")
    private @Nullable Path audit;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "The contract's input document, or an array of them, JSON; repeatable.")
    private List<Path> inputs = new ArrayList<>();

    @Option(names = "--sandbox", paramLabel = "ID", description = "Use only this sandbox's refusals in the log.")
    private @Nullable String sandbox;

    @Option(names = "--json", description = "Print the suggestion as JSON.")
    private boolean json;

    @Parameters(arity = "0..*", paramLabel = "REQUEST", description = "Refused requests, one word each.")
    private List<String> requests = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        Set<Question> refused = new LinkedHashSet<>();
        for (String request : requests) {
            String[] words = request.strip().split("\\s+", 2);
            refused.add(PolicyQuestion.of(List.of(words), facts()).question());
        }
        for (Path input : inputs) {
            PolicyQuestion.parseAll(InputFiles.name(input), InputFiles.text(input), facts())
                    .forEach(asked -> refused.add(asked.question()));
        }
        if (audit != null) {
            refused.addAll(recorded(InputFiles.text(audit)));
        }
        if (refused.isEmpty() && audit == null) {
            throw CliException.unusable("no request (expected: REQUEST..., --input FILE, or --audit FILE)");
        }
        if (refused.size() > MAX_REQUESTS) {
            throw CliException.unusable(refused.size() + " requests (expected: at most " + MAX_REQUESTS + ")");
        }
        return print(policy.suggest(refused, facts(), policy.toldTo(spec)));
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
