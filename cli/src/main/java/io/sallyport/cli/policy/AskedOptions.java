package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Phase;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags that name one question to a policy. */
final class AskedOptions {
    @Option(names = "--input", paramLabel = "FILE", description = "The request as the contract's input document, JSON.")
    private @Nullable Path input;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the sandbox; repeatable.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Parameters(
            arity = "0..2",
            hideParamSyntax = true,
            paramLabel = "[METHOD] URL",
            description = "The request, or CAPABILITY TARGET.")
    private List<String> request = new ArrayList<>();

    /** Returns the document of {@code --input} unchanged, or null if the flag is absent. */
    @Nullable
    RegoValue json() throws CliException {
        if (input == null) {
            return null;
        }
        return switch (RegoJson.parse(InputFiles.text(input), JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(RegoValue value) -> value;
            case ParsedJson.Rejected(String why, int line, int column) ->
                throw CliException.unusable(input + ":" + line + ":" + column + ": " + why);
        };
    }

    PolicyQuestion read() throws CliException {
        var facts = new SandboxFacts(PolicyOptions.ID, null, labels, Phase.PLANNING);
        if (input == null) {
            return PolicyQuestion.of(request, facts);
        }
        if (!request.isEmpty()) {
            throw CliException.unusable("--input and a URL: give one of them");
        }
        return PolicyQuestion.parse(InputFiles.name(input), InputFiles.text(input), facts);
    }
}
