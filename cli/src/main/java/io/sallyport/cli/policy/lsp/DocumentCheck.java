package io.sallyport.cli.policy.lsp;

import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.policy.lint.LintRule;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.LeaseFile;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.leasebridge.skill.SkillReader;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.policycompiler.DocumentLint;
import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks a document as {@code policy check} and {@code policy lint} do; what names other files by its schema alone. */
final class DocumentCheck {
    /** A profile is checked under its own name. */
    private static final Pattern ID = Pattern.compile("(?m)^id:\\s*[\"']?([\\w.-]+)");

    private final PolicyCompiler compiler;
    private final DocumentRules rules;

    /** @param rules those of {@code compiler} */
    DocumentCheck(PolicyCompiler compiler, DocumentRules rules) {
        this.compiler = compiler;
        this.rules = rules;
    }

    /** Returns what is wrong with a document of that kind, by places in its text. */
    CheckedFile check(OpenDocument document, DocumentKind kind, Instant now) {
        String text = document.text().text();
        List<Diagnostic> found = switch (kind) {
            case LEASE -> lease(document, text, now);
            case NETWORK_POLICY -> documents(SandboxDocuments.builder().policy(text), now);
            case HARNESS -> documents(SandboxDocuments.builder().harness(text), now);
            case PROFILE -> profile(text);
            case SKILL -> SkillReader.read("skill", text).diagnostics();
            case PROPERTIES, CONFIGURATION -> SchemaCheck.of(PublishedSchemas.of(kind), text);
        };
        return new CheckedFile(
                document.path(),
                document.text(),
                found.stream().map(LintRule::graded).distinct().toList());
    }

    private List<Diagnostic> documents(SandboxDocuments.Builder builder, Instant now) {
        SandboxDocuments documents = builder.build();
        return switch (compiler.sandbox(documents, "editor", now, PlanStore.NONE)) {
            case Compilation.Ready<?>(var _, var warnings) ->
                Stream.concat(warnings.stream(), DocumentLint.of(documents, rules).stream())
                        .toList();
            case Compilation.Refused<?>(var wrong) -> wrong;
            case Compilation.Unavailable<?> _ -> List.of(); // only Rego needs the compiler
        };
    }

    /** A lease file may hold a lease and its constraints, each a text of its own. */
    private List<Diagnostic> lease(OpenDocument document, String text, Instant now) {
        return switch (LeaseFile.split("lease", text)) {
            case LeaseFile.Refused(var wrong) -> wrong;
            case LeaseFile.Parts parts -> {
                SourceTexts texts = SourceTexts.of("lease", document.path(), text, parts.at())
                        .and(SourceTexts.of("lease_constraints", document.path(), text, parts.constraintsAt()));
                var given = SandboxDocuments.builder().lease(parts.lease()).leaseConstraints(parts.constraints());
                yield documents(given, now).stream()
                        .map(diagnostic -> placed(diagnostic, texts.place(diagnostic)))
                        .toList();
            }
        };
    }

    private static Diagnostic placed(Diagnostic found, @Nullable Place place) {
        return new Diagnostic(
                found.severity(),
                found.file(),
                place == null ? 0 : place.line(),
                place == null ? 0 : place.column(),
                found.code(),
                found.message(),
                found.help());
    }

    private static List<Diagnostic> profile(String text) {
        Matcher id = ID.matcher(text);
        String name = id.find() ? id.group(1) : "";
        var profile = new NetworkDocument.Profile("profile", text, name, Set.of());
        return NetworkPolicyReader.read(List.of(profile)).diagnostics();
    }
}
