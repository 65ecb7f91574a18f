package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.policy.schema.ListSchemas;
import io.sallyport.cli.policy.schema.SchemaOptions;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.bundle.OpaBundle;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The flags that name the tested files and the data mounted with them. */
final class TestSourcesOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "Files and folders: .rego, and .json as base documents at the path of their folders; bundles (tar.gz).")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--data", paramLabel = "FILE", description = "JSON object, mounted as data.lists.")
    private @Nullable Path lists;

    @Option(
            names = "--with-library",
            description = "Load the shipped library (data.sallyport.decision) beside the files (default: where a file"
                    + " names it).")
    private boolean withLibrary;

    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Mixin
    private SchemaOptions schema = new SchemaOptions();

    @Mixin
    private KeyOptions keys = new KeyOptions();

    @Mixin
    private RegoVersionOption version = new RegoVersionOption();

    List<Path> paths() {
        return List.copyOf(paths);
    }

    /** Reads the files as they are now. */
    TestSources read() throws CliException {
        TestSources own = withBundles(files());
        TestSources whole = withLibrary || own.needLibrary() ? own.withLibrary() : own;
        return described(lists == null ? whole : whole.over(withLists(whole.data(), lists)));
    }

    private TestSources described(TestSources sources) throws CliException {
        ListSchemas schemas = schema.read();
        if (sources.data().get("lists") instanceof RegoObject given) {
            schemas.require(given, null);
        }
        return sources.describedBy(schemas.texts());
    }

    private TestSources files() throws CliException {
        return switch (SourceFiles.read(
                paths.stream().filter(path -> !isBundle(path)).toList())) {
            case SourcesRead.Accepted(TestSources read) ->
                read.inVersion0(version.v0(read.modules().keySet()));
            case SourcesRead.Rejected(var diagnostics) -> throw CliException.refused(diagnostics);
        };
    }

    private static boolean isBundle(Path path) {
        return path.toString().endsWith(".tar.gz");
    }

    /** Adds the files of bundles; a bundle says itself which version of Rego they are in. */
    private TestSources withBundles(TestSources files) throws CliException {
        var modules = new TreeMap<>(files.modules());
        var v0 = new TreeSet<>(files.v0());
        var data = new DataTree();
        data.add(List.of(), files.data());
        for (Map.Entry<String, OpaBundle> entry : bundles().entrySet()) {
            String path = entry.getKey();
            OpaBundle bundle = entry.getValue();
            bundle.modules().forEach((name, text) -> modules.put(path + "/" + name, text));
            bundle.filesInVersion0().forEach(name -> v0.add(path + "/" + name));
            String twice = data.add(List.of(), bundle.data());
            if (twice != null) {
                throw CliException.unusable(path + ": data." + twice + " is given by another file, too");
            }
        }
        return TestSources.of(modules, data.root()).inVersion0(v0);
    }

    /** Returns the bundles among the paths, and what a gateway makes of the documents that flags name. */
    private Map<String, OpaBundle> bundles() throws CliException {
        var bundles = new LinkedHashMap<String, OpaBundle>();
        for (Path path : paths.stream().filter(TestSourcesOptions::isBundle).toList()) {
            bundles.put(path.toString(), keys.read(path));
        }
        SandboxDocuments given = documents.read();
        if (!given.equals(SandboxDocuments.NONE)) {
            bundles.put("documents", DocumentsBundle.of(given, documents.rules(new ConfigFlag())));
        }
        return bundles;
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
