package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Shape;
import io.sallyport.documents.YamlReader;
import io.sallyport.model.Sha256;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A harness and its bases, each validated by itself. Confined to one reading. */
final class BaseChain {
    /** Limit of bases above one another. */
    static final int MAX_DEPTH = 5;

    private final Surroundings surroundings;
    private final Forges forges;
    private final HarnessFindings documents;
    private final List<Sourced.Mapping> layers = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private boolean whole = true;

    private BaseChain(HarnessContext context, HarnessFindings documents) {
        this.surroundings = context.surroundings();
        this.forges = context.settings().forges();
        this.documents = documents;
    }

    /**
     * The layers that could be read.
     *
     * @param layers the harness first; empty if it is not a mapping
     * @param whole whether all bases are included
     */
    record Loaded(List<Sourced.Mapping> layers, boolean whole) {
        Loaded {
            layers = List.copyOf(layers);
        }
    }

    static Loaded load(String file, String yaml, HarnessContext context, HarnessFindings documents) {
        BaseChain chain = new BaseChain(context, documents);
        chain.seen.add(Sha256.hexOf(yaml));
        chain.read(file, yaml);
        return new Loaded(chain.layers, chain.whole);
    }

    private void read(String file, String yaml) {
        int depth = layers.size();
        Findings findings = documents.begin(file, depth);
        DocumentNode root = YamlReader.read(yaml, findings);
        if (!(root instanceof DocumentNode.Members members)) {
            whole = false;
            if (root != null) {
                findings.error(root.place(), DiagnosticCode.BAD_VALUE, "a harness is a mapping", null);
            }
            return;
        }
        HarnessShape.HARNESS.check(root, Shape.ROOT, findings);
        Sourced.Mapping layer = Sourcing.of(file, depth, members);
        new LayerRules(layer, forges, findings).check();
        layers.add(layer);
        Sourced.Text base = layer.text("base");
        if (base != null) {
            follow(base, depth + 1);
        }
    }

    private void follow(Sourced.Text base, int depth) {
        if (depth > MAX_DEPTH) {
            refuse(base, DiagnosticCode.TOO_DEEP, "base: more than " + MAX_DEPTH + " bases, one below the other");
            return;
        }
        Surroundings.Document document = switch (Reference.of(base.text())) {
            case Reference.Faulty(var code, var why) -> {
                refuse(base, code, "base: " + why);
                yield null;
            }
            case Reference.Local(var path) -> surroundings.byPath(path);
            case Reference.Pinned(var _, var sha256) -> surroundings.byHash(sha256);
        };
        switch (document) {
            case null -> {}
            case Surroundings.Absent(var why) -> refuse(base, DiagnosticCode.UNRESOLVED_BASE, "base: " + why);
            case Surroundings.Found(var name, var text) -> {
                if (seen.add(Sha256.hexOf(text))) {
                    read(name, text);
                } else {
                    refuse(base, DiagnosticCode.CIRCLE, "base: it is below itself");
                }
            }
        }
    }

    private void refuse(Sourced.Text base, DiagnosticCode code, String message) {
        whole = false;
        documents.error(base, code, message);
    }
}
