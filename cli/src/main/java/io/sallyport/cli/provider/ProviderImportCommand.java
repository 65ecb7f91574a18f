package io.sallyport.cli.provider;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ImportedFile;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.provider.CredentialDialect;
import io.sallyport.leasebridge.provider.CredentialDocument;
import io.sallyport.leasebridge.provider.ProviderImport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Turns documents of other products about credentials into providers, and the network policy that grants them. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = "Prints the providers that documents of another product amount to, for a gateway's"
                + " configuration. What has no exact equivalent is refused, with file, line and column.",
        exitCodeList = {"0:imported", "2:a document is refused, or a flag is wrong"})
final class ProviderImportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CheckReport report = new CheckReport();

    @Option(
            names = "--from",
            paramLabel = "KIND",
            required = true,
            converter = CredentialDialectConverter.class,
            description = "Whose documents they are: openshell (provider profiles), agent-vault (services) or"
                    + " iron-proxy (its configuration).")
    private CredentialDialect dialect = CredentialDialect.OPENSHELL;

    @Option(
            names = "--policy",
            paramLabel = "OUT",
            description = "Write the network policy that grants them into this file.")
    private @Nullable Path policy;

    @Option(
            names = "--skip-unsupported",
            description = "Leave out what has no equivalent, with a warning, instead of refusing the document.")
    private boolean skipsUnsupported;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The documents, YAML or JSON.")
    private List<Path> files = List.of();

    @Override
    public Integer call() throws CliException {
        List<CredentialDocument> documents = new ArrayList<>();
        for (Path file : files) {
            documents.add(new CredentialDocument(InputFiles.name(file), InputFiles.text(file)));
        }
        ProviderImport.Result result = ProviderImport.read(dialect, documents, skipsUnsupported);
        CheckReport.byPlace(result.diagnostics()).forEach(report::add);
        return switch (result) {
            case ProviderImport.Refused _ -> report.end("refused", ExitCodes.UNUSABLE);
            case ProviderImport.Read read -> print(read);
        };
    }

    private int print(ProviderImport.Read read) throws CliException {
        String providers = ImportedYaml.providers(read.providers());
        String granting = ImportedYaml.policy(read.rules());
        if (!isRead(providers, granting)) {
            return report.end("refused", ExitCodes.UNUSABLE);
        }
        if (policy != null) {
            ImportedFile.write(policy, granting);
        }
        report.say(spec.commandLine().getOut(), providers.stripTrailing());
        return report.end(
                "imported",
                ExitCodes.OK,
                object -> object.put("providers", providers).put("policy", granting));
    }

    /** Nothing is printed that the gateway would refuse; what is wrong in it is reported, if anything is. */
    private boolean isRead(String providers, String granting) throws CliException {
        try {
            ConfigFile.parse(Path.of("providers").toAbsolutePath(), providers);
        } catch (ConfigException e) {
            throw CliException.unusable("what was imported is refused: " + e.getMessage());
        }
        return switch (NetworkPolicyReader.read("policy", granting)) {
            case NetworkPolicyReader.Read _ -> true;
            case NetworkPolicyReader.Refused(var diagnostics) -> {
                diagnostics.forEach(report::add);
                yield false;
            }
        };
    }
}
