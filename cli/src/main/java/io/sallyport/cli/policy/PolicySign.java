package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Signs a bundle. */
@Command(
        name = "sign",
        mixinStandardHelpOptions = true,
        description = {
            "Writes .signatures.json for the files of a bundle or a folder, as opa sign does.",
            "To build a signed bundle at once: policy build --signing-key.",
            "Example: policy sign --signing-key team.key --signing-alg ES256 -o guardrails guardrails"
        },
        exitCodeList = {"0:written", "2:the key or the files are not usable", "3:cannot be written"})
final class PolicySign implements Callable<Integer> {
    private static final String FILE = ".signatures.json";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private SigningOptions signing = new SigningOptions();

    @Mixin
    private SignatureOptions signature = new SignatureOptions();

    @Option(
            names = {"-o", "--output-file-path"},
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The folder to write to (default: ${DEFAULT-VALUE}).")
    private Path output = Path.of("");

    @Parameters(arity = "1", paramLabel = "PATH", description = "A bundle (tar.gz), or the folder of one.")
    private Path path = Path.of("");

    @Override
    public Integer call() throws CliException {
        BundleSigner signer = signing.read(signature);
        if (signer == null) {
            throw CliException.unusable("no key (expected: --signing-key FILE)");
        }
        byte[] made = switch (signed(signer)) {
            case Parsed.Accepted(byte[] bytes) -> bytes;
            case Parsed.Rejected(String why, int _) -> throw CliException.unusable(path + ": " + why);
        };
        Path file = output.resolve(FILE);
        try {
            Files.write(file, made);
        } catch (IOException e) {
            throw CliException.unreachable(file + ": cannot be written: " + e.getMessage());
        }
        spec.commandLine().getErr().println(file + ": " + made.length + " bytes");
        spec.commandLine().getErr().flush();
        return ExitCodes.OK;
    }

    private Parsed<byte[]> signed(BundleSigner signer) throws CliException {
        if (Files.isDirectory(path)) {
            return signer.fileFor(BundleFolder.read(path));
        }
        try {
            return signer.fileFor(Files.readAllBytes(path));
        } catch (IOException e) {
            throw CliException.unusable(path + ": cannot be read: " + e.getMessage());
        }
    }
}
