package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.policy.query.OneCompilation;
import io.sallyport.policycompiler.bundle.Archive;
import io.sallyport.policycompiler.bundle.BundleLimits;
import io.sallyport.policycompiler.bundle.BundleRead;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.BundleReader.UnverifiedBundle;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.ModuleFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a bundle holds. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what a bundle (tar.gz), a folder or a file of Rego holds: revision, roots, signature, packages, "
                    + "rules with their annotations, and names of data.",
            "Without --verification-key a signature is shown as it claims, unverified.",
            "Example: policy inspect guardrails.tar.gz"
        },
        exitCodeList = {"0:printed", "2:no bundle, or its signature is not one of the key"})
final class PolicyInspect implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private KeyOptions keys = new KeyOptions();

    @Option(names = "--json", description = "Print one object, with the members of opa inspect where it has them.")
    private boolean json;

    @Parameters(arity = "1", paramLabel = "PATH", description = "A bundle, a folder, or a file of Rego.")
    private Path path = Path.of("");

    @Override
    public Integer call() throws CliException {
        byte[] archive = archive();
        UnverifiedBundle looked = BundleReader.look(archive, BundleLimits.DEFAULTS);
        boolean verified = keys.configured() != null;
        OpaBundle bundle = switch (verified ? keys.verified(archive) : looked.read()) {
            case BundleRead.Accepted(OpaBundle read) -> read;
            case BundleRead.Rejected rejected -> throw CliException.unusable(path + ": " + rejected);
        };
        var inspection = new BundleInspection(bundle, modules(bundle), looked.claimed(), verified);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? inspection.json().toPrettyString() : inspection.text());
        out.flush();
        return ExitCodes.OK;
    }

    private byte[] archive() throws CliException {
        if (Files.isDirectory(path)) {
            return Archive.pack(BundleFolder.read(path));
        }
        try {
            byte[] bytes = Files.readAllBytes(path);
            if (!path.toString().endsWith(".rego")) {
                return bytes;
            }
            var one = new TreeMap<String, byte[]>();
            one.put(String.valueOf(path.getFileName()), bytes);
            return Archive.pack(one);
        } catch (IOException e) {
            throw CliException.unusable(path + ": cannot be read: " + e.getMessage());
        }
    }

    private static List<ModuleFacts> modules(OpaBundle bundle) throws CliException {
        return bundle.modules().isEmpty()
                ? List.of()
                : OneCompilation.of(CompileRequest.of(bundle.modules(), List.of())
                                .inVersion0(bundle.filesInVersion0())
                                .notStrict())
                        .modules();
    }
}
