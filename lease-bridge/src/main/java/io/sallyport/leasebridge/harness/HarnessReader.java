package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads harness files (specs: fetch, section 12): the document, its bases, and the part for one platform, each
 * validated by itself and then together. Reports all errors at once, each with its document. Documents that must be
 * opened to know the grants come from the {@link Surroundings}; one that is missing refuses the harness.
 */
public final class HarnessReader {
    private final HarnessContext context;
    private final HarnessFindings documents;

    private HarnessReader(HarnessContext context) {
        this.context = context;
        this.documents = new HarnessFindings(context.settings());
    }

    /** A harness, or the reasons why there is none. */
    public sealed interface Result {
        /** Returns all diagnostics. Errors refuse the document, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    public record Read(Harness harness, List<Diagnostic> diagnostics) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a harness in a context.
     *
     * @param file file name for diagnostics, such as {@code harness}
     */
    public static Result read(String file, String yaml, HarnessContext context) {
        return new HarnessReader(context).read(file, yaml);
    }

    private Result read(String file, String yaml) {
        BaseChain.Loaded chain = BaseChain.load(file, yaml, context, documents);
        if (chain.layers().isEmpty()) {
            return new Refused(documents.all());
        }
        Mapping effective = chosen(merged(chain.layers()));
        List<AllowlistEntry> entries = entries(effective);
        new EffectiveRules(effective, entries, context.settings().forges(), documents).check(chain.whole());
        InheritedSecurity.check(effective, documents);
        new OutwardReferences(context.surroundings(), documents).check(effective);
        List<NetworkDocument> network = new ArrayList<>(policies(effective));
        var attached = new Attached(context.settings().lent(), context.surroundings());
        attached.addAll(effective);
        documents.addAll(attached.diagnostics());
        network.addAll(attached.profiles());
        return documents.hasErrors()
                ? new Refused(documents.all())
                : new Read(Harness.of(effective, entries, network, context), documents.all());
    }

    /** @param layers the harness first, the lowest base last */
    private static Mapping merged(List<Mapping> layers) {
        Mapping merged = Inheritance.renamed(layers.getLast());
        for (Mapping upper : layers.reversed().subList(1, layers.size())) {
            merged = Inheritance.laidOver(Inheritance.inherited(merged), Inheritance.renamed(upper));
        }
        return merged;
    }

    private Mapping chosen(Mapping merged) {
        Mapping common = merged.without(Set.of("forge", "base"));
        if (context.platform() == null) {
            refuseUnchosen(merged.mapping("forge"));
            return common;
        }
        String platform = context.platform().word();
        Mapping parts = merged.mapping("forge");
        if (!parts.members().containsKey(platform)) {
            documents.error(merged.origin(), DiagnosticCode.NO_FORGE_PART, "forge: there is no part for " + platform);
        }
        return Inheritance.laidOver(common, Inheritance.renamed(parts.mapping(platform)));
    }

    /** Refuses parts of a platform that could change the grants if that platform were chosen. */
    private void refuseUnchosen(Mapping parts) {
        for (Sourced part : parts.members().values()) {
            for (String key : List.of("policy", "providers", "openshell", "api_servers")) {
                Sourced value =
                        part instanceof Mapping fields ? fields.members().get(key) : null;
                if (value != null && !value.isEmpty()) {
                    documents.error(
                            value.origin(),
                            DiagnosticCode.NOT_CHOSEN,
                            "forge: say which platform's part counts; " + key);
                }
            }
        }
    }

    private List<AllowlistEntry> entries(Mapping harness) {
        List<AllowlistEntry> entries = new ArrayList<>();
        for (Text text : harness.texts("allowed_remote_resources")) {
            switch (AllowlistEntry.parse(text.text())) {
                case Parsed.Rejected<AllowlistEntry>(var why, int at) -> refuseEntry(text, at, why);
                case Parsed.Accepted<AllowlistEntry>(var entry) -> {
                    entries.add(entry);
                    if (!context.settings().organisation().covers(entry)) {
                        documents.error(
                                text, DiagnosticCode.NOT_IN_ORGANISATION, "not under the organisation's allowlist");
                    }
                }
            }
        }
        return entries;
    }

    private void refuseEntry(Text text, int at, String why) {
        Place place = text.scalar().at(at);
        documents
                .begin(text.origin().document(), text.origin().depth())
                .error(place, DiagnosticCode.BAD_ENTRY, Findings.quote(text.text()) + ": " + why, null);
    }

    private List<NetworkDocument> policies(Mapping harness) {
        Text policy = harness.text("policy");
        if (policy == null) {
            return List.of();
        }
        Surroundings.Document document = switch (Reference.of(policy.text())) {
            case Reference.Faulty _ -> null; // already reported
            case Reference.Local(var path) -> context.surroundings().byPath(path);
            case Reference.Pinned(var _, var sha256) -> context.surroundings().byHash(sha256);
        };
        return switch (document) {
            case null -> List.of();
            case Surroundings.Found(var name, var text) -> List.of(new NetworkDocument.Policy(name, text));
            case Surroundings.Absent(var why) -> {
                documents.error(policy, DiagnosticCode.NOT_OPENED, "policy: " + why);
                yield List.of();
            }
        };
    }
}
