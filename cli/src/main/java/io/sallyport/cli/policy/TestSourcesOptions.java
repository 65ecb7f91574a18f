package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.policycompiler.test.DataTree;
import io.sallyport.policycompiler.test.SourceFiles;
import io.sallyport.policycompiler.test.SourcesRead;
import io.sallyport.policycompiler.test.TestSources;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags that name the tested files and the data mounted with them. */
final class TestSourcesOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Files and folders: .rego, and .json as base documents at the path of their folders.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--data", paramLabel = "FILE", description = "JSON object, mounted as data.lists.")
    private @Nullable Path lists;

    @Option(
            names = "--with-library",
            description = "Load the shipped library (data.sallyport.decision) beside the files (default: where a file"
                    + " names it).")
    private boolean withLibrary;

    @Mixin
    private RegoVersionOption version = new RegoVersionOption();

    List<Path> paths() {
        return List.copyOf(paths);
    }

    /** Reads the files as they are now. */
    TestSources read() throws CliException {
        TestSources read = switch (SourceFiles.read(paths)) {
            case SourcesRead.Accepted(TestSources sources) -> sources;
            case SourcesRead.Rejected(var diagnostics) -> throw CliException.refused(diagnostics);
        };
        TestSources own = read.inVersion0(version.v0(read.modules().keySet()));
        TestSources whole = withLibrary || own.needLibrary() ? own.withLibrary() : own;
        return lists == null ? whole : whole.over(withLists(whole.data(), lists));
    }

    private static RegoObject withLists(RegoObject data, Path file) throws CliException {
        var tree = new DataTree();
        tree.add(List.of(), data);
        String twice = tree.add(List.of("lists"), object(file));
        if (twice != null) {
            throw CliException.unusable(file + ": data." + twice + " is given by another file, too");
        }
        return tree.root();
    }

    private static RegoObject object(Path file) throws CliException {
        return switch (RegoJson.parse(InputFiles.text(file), JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(var value) when value instanceof RegoObject object -> object;
            case ParsedJson.Accepted _ -> throw CliException.unusable(file + ": no JSON object");
            case ParsedJson.Rejected(String why, int line, int column) ->
                throw CliException.unusable(file + ":" + line + ":" + column + ": " + why);
        };
    }
}
