package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.query.OneCompilation;
import io.sallyport.decision.RequestInput;
import io.sallyport.policycompiler.author.ShippedPackage;
import io.sallyport.policycompiler.test.SourceFiles;
import io.sallyport.policycompiler.test.SourcesRead;
import io.sallyport.policycompiler.test.TestSources;
import io.sallyport.regoengine.compiler.Analysis;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.footprint.Footprint;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints what a policy reads. */
@Command(
        name = "deps",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what the rules of a policy read, as opa deps does: base documents, which come from "
                    + "outside, and virtual documents, which are rules.",
            "Marks fields that only a request has: a rule that reads one at a CONNECT opens the tunnel.",
            "Says whether what the rules decide can be remembered."
        })
final class PolicyDeps implements Callable<Integer> {
    private static final List<String> BY_DEFAULT = List.of(
            "data.sallyport.guardrails.deny",
            "data.sallyport.guardrails.obligations",
            "data.sallyport.sandbox.deny",
            "data.sallyport.sandbox.obligations");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RegoVersionOption version = new RegoVersionOption();

    @Option(
            names = {"-e", "--entrypoint"},
            paramLabel = "REF",
            description = "The rule to ask about, such as data.a.deny; repeatable (default: deny and obligations of the"
                    + " guardrails and of a sandbox's Rego).")
    private List<String> entrypoints = new ArrayList<>();

    @Option(names = "--json", description = "Print an object of two lists, base and virtual.")
    private boolean json;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and folders.")
    private List<Path> paths = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        TestSources sources = switch (SourceFiles.read(paths)) {
            case SourcesRead.Accepted(TestSources read) -> read;
            case SourcesRead.Rejected(var diagnostics) -> throw CliException.refused(diagnostics);
        };
        String named = String.join(" ", entrypoints);
        CompileRequest request = CompileRequest.of(ShippedPackage.beside(sources.modules(), named), asked())
                .inVersion0(version.v0(sources.modules().keySet()))
                .notStrict()
                .asking(CompileRequest.Kind.DEPENDENCIES);
        CompileOutcome.Compiled compiled =
                OneCompilation.of(entrypoints.isEmpty() ? request.skippingMissing() : request);
        if (compiled.entrypoints().isEmpty()) {
            throw CliException.unusable("none of these is defined: " + String.join(", ", BY_DEFAULT) + " (name another:"
                    + " --entrypoint)");
        }
        print(compiled.analysis(), footprint(request, compiled.entrypoints()));
        return ExitCodes.OK;
    }

    /**
     * Returns what the rules can reach according to their plan, which is more exact than the references in their text.
     */
    private static Footprint footprint(CompileRequest request, List<String> entrypoints) throws CliException {
        String json = OneCompilation.of(request.skippingMissing().asking(CompileRequest.Kind.PLAN))
                .planJson();
        return switch (Plan.parse(json.getBytes(StandardCharsets.UTF_8))) {
            case ParsedPlan.Accepted(Plan plan) ->
                entrypoints.stream()
                        .map(entrypoint -> Footprint.of(plan, entrypoint))
                        .reduce(Footprint.NOTHING, Footprint::union);
            case ParsedPlan.Rejected(String why) -> throw new IllegalStateException("OPA's plan: " + why);
        };
    }

    /** Returns the entrypoints as paths, the form that the compiler accepts. */
    private List<String> asked() throws CliException {
        List<String> asked = new ArrayList<>();
        for (String reference : entrypoints.isEmpty() ? BY_DEFAULT : entrypoints) {
            if (!reference.startsWith("data.")) {
                throw CliException.unusable("--entrypoint: " + reference + " (expected: data.PACKAGE.RULE)");
            }
            asked.add(reference.substring("data.".length()).replace('.', '/'));
        }
        return asked;
    }

    private void print(Analysis found, Footprint footprint) {
        PrintWriter out = spec.commandLine().getOut();
        Memory memory = Memory.of(footprint);
        if (json) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            ArrayNode base = object.putArray("base");
            found.base().forEach(base::add);
            ArrayNode virtual = object.putArray("virtual");
            found.virtual().forEach(virtual::add);
            object.put("remembered", memory.word);
            out.println(object);
        } else {
            out.println("BASE DOCUMENTS");
            found.base().forEach(reference -> out.println("  " + reference + remark(reference)));
            out.println("VIRTUAL DOCUMENTS");
            found.virtual().forEach(reference -> out.println("  " + reference));
            out.println("DECISIONS\n  " + memory.text);
        }
        out.flush();
    }

    /** Which decisions of these rules the gateway can cache. */
    private enum Memory {
        NEVER("never", "judged anew for each request: time or chance is read"),
        NOT_WITH_HEADERS("not_with_headers", "judged anew for each request whose headers are read"),
        WITH_QUERY("with_query", "remembered for equal requests, query and all"),
        WITHOUT_QUERY("without_query", "remembered for equal requests, whatever their query");

        private final String word;
        private final String text;

        Memory(String word, String text) {
            this.word = word;
            this.text = text;
        }

        static Memory of(Footprint footprint) {
            if (footprint.readsMoment()) {
                return NEVER;
            }
            boolean headers = Stream.of("headers", "content_type", "content_length", "findings")
                    .anyMatch(field -> footprint.reads("net", field));
            if (headers) {
                return NOT_WITH_HEADERS;
            }
            return footprint.reads("net", "query") ? WITH_QUERY : WITHOUT_QUERY;
        }
    }

    private static String remark(String reference) {
        return RequestInput.isOfRequestOnly(reference) ? "   (not known at a CONNECT: the tunnel is opened)" : "";
    }
}
