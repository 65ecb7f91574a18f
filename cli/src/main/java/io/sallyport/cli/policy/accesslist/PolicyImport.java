package io.sallyport.cli.policy.accesslist;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ImportedFile;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.accesslist.AccessListImport;
import io.sallyport.leasebridge.accesslist.AccessListKind;
import io.sallyport.leasebridge.accesslist.AccessListSettings;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Turns an access list of another product into a network policy or a lease, with tests. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the network policy, or the lease, that an access list of another product amounts to. It never"
                    + " grants more than the list: what has no equivalent is left out or narrowed, and told on standard"
                    + " error with file, line and column; a denial that has none refuses the list.",
            "Example: policy import --from smokescreen --service billing -o policy.yaml acl.yaml"
        },
        exitCodeList = {"0:imported", "2:the list is refused, or a flag is wrong"})
public final class PolicyImport implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CheckReport report = new CheckReport();

    @Option(
            names = "--from",
            paramLabel = "KIND",
            required = true,
            converter = AccessListKindConverter.class,
            description = "Whose list it is: smokescreen (ACL), srt (settings of sandbox-runtime), iron-proxy"
                    + " (allowlist), awf (domains of GitHub's agent firewall), squid (http_access) or pipelock"
                    + " (portable policy).")
    private AccessListKind kind = AccessListKind.SMOKESCREEN;

    @Option(
            names = "--as",
            paramLabel = "policy|lease",
            defaultValue = "policy",
            converter = ImportedFormConverter.class,
            description = "What to print (default: ${DEFAULT-VALUE}). A policy has methods and denials, a lease has"
                    + " plain HTTP alone.")
    private ImportedForm form = ImportedForm.POLICY;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "A port to grant where the list means any port; can be repeated (default: 443 and 80).")
    private List<Integer> ports = new ArrayList<>();

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = "smokescreen: the service whose rules are read; a name that is not listed has the default.")
    private @Nullable String service;

    @Option(
            names = "--client",
            paramLabel = "ACL",
            description = "squid: an ACL about the client, such as src, that holds for the sandbox; can be repeated.")
    private List<String> clients = new ArrayList<>();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write the document into FILE, and its tests beside it, into one whose name ends in"
                    + " _test.rego.")
    private @Nullable Path out;

    @Option(names = "--strict", description = "Refuse what is left out, narrowed or warned of, too.")
    private boolean strict;

    @Parameters(paramLabel = "FILE", description = "The list.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws CliException {
        String name = InputFiles.name(file);
        String text = InputFiles.text(file);
        AccessListImport.Result result = AccessListImport.read(kind, name, text, settings());
        report.quoting(SourceTexts.of(name, file, text));
        CheckReport.byPlace(result.diagnostics()).forEach(report::add);
        return switch (result) {
            case AccessListImport.Refused _ -> report.end("refused", ExitCodes.UNUSABLE);
            case AccessListImport.Imported imported ->
                strict && !imported.diagnostics().isEmpty()
                        ? report.end("refused", ExitCodes.UNUSABLE)
                        : print(imported);
        };
    }

    private AccessListSettings settings() throws CliException {
        for (int port : ports) {
            if (port < 1 || port > 65_535) {
                throw CliException.unusable("--port: " + port + " (expected: 1 to 65535)");
            }
        }
        List<Integer> meant = ports.isEmpty() ? AccessListSettings.WEB_PORTS : ports;
        return new AccessListSettings(form, meant, service, new HashSet<>(clients));
    }

    private int print(AccessListImport.Imported imported) throws CliException {
        if (!isRead(imported.document())) {
            return report.end("refused", ExitCodes.UNUSABLE);
        }
        if (out == null) {
            report.say(spec.commandLine().getOut(), imported.document().stripTrailing());
        } else {
            ImportedFile.write(out, imported.document());
            ImportedFile.write(tests(out), imported.tests());
        }
        return report.end(
                "imported",
                ExitCodes.OK,
                object -> object.put(form.word(), imported.document()).put("tests", imported.tests()));
    }

    /** Nothing is printed that a gateway would refuse; what is wrong in it is reported, if anything is. */
    private boolean isRead(String document) {
        List<Diagnostic> found = switch (form) {
            case POLICY -> NetworkPolicyReader.read("policy", document).diagnostics();
            case LEASE -> LeaseReader.read("lease", document, null, null).diagnostics();
        };
        List<Diagnostic> errors = found.stream().filter(Diagnostic::isError).toList();
        errors.forEach(report::add);
        return errors.isEmpty();
    }

    private static Path tests(Path document) {
        String name = String.valueOf(document.getFileName());
        int dot = name.lastIndexOf('.');
        return document.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + "_test.rego");
    }
}
