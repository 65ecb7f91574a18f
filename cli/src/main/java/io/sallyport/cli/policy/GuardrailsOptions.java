package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.configuration.Config;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.gateway.serve.GuardrailsSource;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.policycompiler.author.RegoVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that name guardrails: files, or the folder or bundle that a gateway reads. */
final class GuardrailsOptions {
    @Option(
            names = "--guardrails",
            paramLabel = "PATH",
            arity = "1..*",
            description = "Rego of package sallyport.guardrails: files, or as in a gateway's configuration a folder, or"
                    + " an OPA bundle (tar.gz).")
    private List<Path> guardrails = new ArrayList<>();

    @Option(
            names = {"-d", "--data"},
            paramLabel = "FILE",
            description = "JSON object, read by guardrails as data.lists.")
    private @Nullable Path data;

    @Mixin
    private KeyOptions keys = new KeyOptions();

    KeyOptions keys() {
        return keys;
    }

    /** Adds paths that were named without the flag, as for {@code opa check}. */
    void add(List<Path> paths) {
        guardrails.addAll(paths);
    }

    boolean isGiven() {
        return !guardrails.isEmpty() || data != null;
    }

    /** Reads what is named; a folder or a bundle is read by the gateway's own reader. */
    GuardrailsDocuments read(RegoVersion version) throws CliException {
        requireLists();
        boolean hasSource = guardrails.stream().anyMatch(GuardrailsOptions::isSource);
        if (hasSource && guardrails.size() > 1) {
            throw CliException.unusable("--guardrails: a folder or a bundle stands alone");
        }
        if (!hasSource && keys.configured() != null && !guardrails.isEmpty()) {
            throw CliException.unusable("--verification-key: files are not signed (expected: a bundle, tar.gz)");
        }
        return hasSource
                ? withData(source(guardrails.getFirst(), version))
                : new GuardrailsDocuments(InputFiles.rego(guardrails), InputFiles.textOrNull(data));
    }

    /** Refuses what {@code opa eval --data} takes besides JSON, and says where it goes. */
    private void requireLists() throws CliException {
        if (data != null && (isSource(data) || data.toString().endsWith(".rego"))) {
            throw CliException.unusable("--data: " + data + ": no JSON object of lists (expected for Rego and folders:"
                    + " --guardrails PATH, for a bundle: --bundle FILE)");
        }
    }

    /** Returns what is named, as diagnostics refer to it. */
    SourceTexts texts(RegoVersion version) throws CliException {
        SourceTexts texts = SourceTexts.of(read(version).rego());
        for (Path path : guardrails) {
            texts = isSource(path)
                    ? texts.in(path)
                    : texts.and(SourceTexts.of(InputFiles.name(path), path, InputFiles.text(path)));
        }
        return data == null ? texts : texts.and(SourceTexts.of("data", data, InputFiles.text(data)));
    }

    private static boolean isSource(Path path) {
        return Files.isDirectory(path) || isBundle(path);
    }

    private static boolean isBundle(Path path) {
        return new Config.Guardrails(path, null).isBundle();
    }

    private GuardrailsDocuments source(Path path, RegoVersion version) throws CliException {
        if (keys.configured() != null && !isBundle(path)) {
            throw CliException.unusable("--verification-key: a folder is not signed (expected: a bundle, tar.gz)");
        }
        try {
            return GuardrailsSource.of(new Config.Guardrails(path, keys.configured()), version)
                    .read();
        } catch (StartException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }

    private GuardrailsDocuments withData(GuardrailsDocuments read) throws CliException {
        Path lists = data;
        if (lists == null) {
            return read;
        }
        if (read.data() != null || isBundle(guardrails.getFirst())) {
            throw CliException.unusable("--data: the lists stand in " + guardrails.getFirst() + " already");
        }
        return new GuardrailsDocuments(read.rego(), InputFiles.text(lists));
    }
}
