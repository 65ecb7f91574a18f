package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.cli.command.WrittenHeaders;
import io.sallyport.control.replay.SandboxTraits;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags that name one question to a policy, the facts of the sandbox that asks it, and the time. */
final class AskedOptions {
    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "The request as the contract's input document, JSON.")
    private @Nullable Path input;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "'NAME: VALUE'",
            description = "A header of the request; repeatable. Rego sees of credentials only that they are there.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "The body of the request, for rules that read it; needs a header Content-Type.")
    private @Nullable String body;

    @Option(
            names = "--sandbox",
            paramLabel = "ID",
            defaultValue = "local",
            converter = SandboxIdConverter.class,
            description = "The id of the sandbox (default: ${DEFAULT-VALUE}).")
    private SandboxId sandbox = PolicyOptions.ID;

    @Option(names = "--run", paramLabel = "NAME", description = "The run of the sandbox.")
    private @Nullable String run;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label of the sandbox; repeatable.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--phase",
            paramLabel = "planning|execution",
            defaultValue = "planning",
            converter = PhaseConverter.class,
            description = "The phase of the sandbox (default: ${DEFAULT-VALUE}).")
    private Phase phase = Phase.PLANNING;

    @Mixin
    private IdentityOptions identity = new IdentityOptions();

    @Mixin
    private TimeOption time = new TimeOption();

    @Parameters(
            arity = "0..2",
            hideParamSyntax = true,
            paramLabel = "[METHOD] URL",
            description = "The request, or CAPABILITY TARGET.")
    private List<String> request = new ArrayList<>();

    /** Returns whether there is a question. */
    boolean isGiven() {
        return input != null || !request.isEmpty();
    }

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

    /** Returns the document of {@code --input}, or that of the request, or null if neither is given. */
    @Nullable
    RegoValue inputOrNull() throws CliException {
        RegoValue document = json();
        return document == null && !request.isEmpty() ? read().input() : document;
    }

    /** Returns what records lack of a sandbox. */
    SandboxTraits traits() {
        return new SandboxTraits(labels, phase);
    }

    /** Returns the clock of the evaluation. */
    InstantSource clock() {
        return time.clock();
    }

    /** Returns the question; what the document of {@code --input} says of the sandbox goes before the flags. */
    PolicyQuestion read() throws CliException {
        var facts = new SandboxFacts(sandbox, run, labels, phase, Set.of(), Map.of(), identity.read());
        if (input == null) {
            return PolicyQuestion.of(request, facts).with(WrittenBody.after(WrittenHeaders.parse(headers), body));
        }
        if (!headers.isEmpty()) {
            throw CliException.unusable("--input and --header: give one of them; headers stand in net.headers");
        }
        if (body != null) {
            throw CliException.unusable("--input and --body: give one of them; the body stands in net.body");
        }
        if (!request.isEmpty()) {
            throw CliException.unusable("--input and a URL: give one of them");
        }
        return PolicyQuestion.parse(InputFiles.name(input), InputFiles.text(input), facts);
    }
}
