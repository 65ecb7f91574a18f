package io.sallyport.cli.policy.reach;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.HarnessFlags;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.configuration.Config;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.gateway.serve.GuardrailsSource;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.leasebridge.LeaseFile;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.author.RegoVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A policy as files: a lease ({@code .json}), a network policy ({@code .yaml}, {@code .yml}), or a folder with any of
 * {@code lease.json}, {@code policy.yaml}, {@code harness.yaml}, {@code rego/} and {@code guardrails/}. What the
 * harness names is looked for in the folder.
 */
public record PolicyFiles(SandboxDocuments documents, GuardrailsDocuments guardrails) {
    private static final GuardrailsDocuments NONE = new GuardrailsDocuments(Map.of(), null);

    /** Returns whether an author's Rego is part of it. */
    public boolean hasRego() {
        return !documents.rego().isEmpty()
                || guardrails.compiled() != null
                || !guardrails.rego().isEmpty();
    }

    /** Returns the Rego of its authors. */
    List<String> rego() {
        return Stream.concat(documents.rego().values().stream(), guardrails.rego().values().stream())
                .toList();
    }

    /** Returns the texts of the documents, by the names in diagnostics. */
    SourceTexts texts() {
        Map<String, String> texts = new HashMap<>(documents.rego());
        texts.putAll(documents.enclosed().files());
        String harness = documents.harness();
        if (harness != null) {
            texts.put("harness", harness);
        }
        String lease = documents.lease();
        String policy = documents.policy();
        if (lease != null) {
            texts.put("lease", lease);
        }
        if (policy != null) {
            texts.put("policy", policy);
        }
        return SourceTexts.of(texts);
    }

    /** Reads a policy above others. Its Rego would refuse more than is computed, so that nothing would be proven. */
    public static PolicyFiles ceiling(Path path) throws CliException {
        PolicyFiles files = read(path);
        if (files.hasRego()) {
            throw CliException.unusable(path + ": Rego of a ceiling is outside of what is proven (expected: a lease or"
                    + " network policy alone)");
        }
        return files;
    }

    /** Reads a file or folder; the documents are not checked yet. */
    public static PolicyFiles read(Path path) throws CliException {
        if (Files.isDirectory(path)) {
            return folder(path);
        }
        String name = InputFiles.name(path);
        if (name.endsWith(".json")) {
            return new PolicyFiles(lease(path).build(), NONE);
        }
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return new PolicyFiles(
                    SandboxDocuments.builder().policy(InputFiles.text(path)).build(), NONE);
        }
        throw CliException.unusable(
                path + ": no policy (expected: a lease .json, a network policy .yaml, or a folder of them)");
    }

    private static PolicyFiles folder(Path folder) throws CliException {
        Path lease = folder.resolve("lease.json");
        Path policy = existing(folder.resolve("policy.yaml"), folder.resolve("policy.yml"));
        Path harness = existing(folder.resolve("harness.yaml"), folder.resolve("harness.yml"));
        Path rego = folder.resolve("rego");
        Path guardrails = folder.resolve("guardrails");
        boolean isOfDocuments = Files.exists(lease) || policy != null || harness != null;
        if (!isOfDocuments && !Files.isDirectory(rego) && !Files.isDirectory(guardrails)) {
            throw CliException.unusable(folder
                    + ": no policy (expected: lease.json, policy.yaml, harness.yaml, rego/ or guardrails/ in it)");
        }
        SandboxDocuments documents = (Files.exists(lease) ? lease(lease) : SandboxDocuments.builder())
                .policy(InputFiles.textOrNull(policy))
                .harness(InputFiles.textOrNull(harness))
                .enclosed(new HarnessFlags().enclosed(harness))
                .rego(InputFiles.rego(Files.isDirectory(rego) ? modules(rego) : List.of()))
                .build();
        return new PolicyFiles(documents, Files.isDirectory(guardrails) ? guardrails(guardrails) : NONE);
    }

    private static @Nullable Path existing(Path one, Path other) {
        return Files.exists(one) ? one : Files.exists(other) ? other : null;
    }

    private static SandboxDocuments.Builder lease(Path file) throws CliException {
        return switch (LeaseFile.split(InputFiles.name(file), InputFiles.text(file))) {
            case LeaseFile.Parts(String lease, var _, var constraints, var _) ->
                SandboxDocuments.builder().lease(lease).leaseConstraints(constraints);
            case LeaseFile.Refused(var diagnostics) -> throw CliException.refused(diagnostics);
        };
    }

    private static List<Path> modules(Path folder) throws CliException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".rego")
                            && !file.toString().endsWith("_test.rego"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw CliException.unusable(folder + ": cannot be read: " + e.getMessage());
        }
    }

    private static GuardrailsDocuments guardrails(Path folder) throws CliException {
        try {
            return GuardrailsSource.of(new Config.Guardrails(folder, null), RegoVersion.V1)
                    .read();
        } catch (StartException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }
}
