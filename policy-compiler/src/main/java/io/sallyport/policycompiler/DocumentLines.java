package io.sallyport.policycompiler;

import io.sallyport.decision.explain.EffectiveLine;
import io.sallyport.decision.explain.EffectiveLine.Effect;
import io.sallyport.decision.explain.PolicyLayer;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.network.Denial;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.Provenance;
import io.sallyport.model.SandboxDocuments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The grants and deny rules of a sandbox's documents, and where each is written. */
record DocumentLines(DocumentGrants reading, Map<String, Provenance> places) {
    static DocumentLines of(SandboxDocuments documents, DocumentGrants reading) {
        return new DocumentLines(reading, places(documents, reading));
    }

    /** Returns where each grant and denial is written, by the name of its rule. */
    static Map<String, Provenance> places(SandboxDocuments documents, DocumentGrants reading) {
        var places = new HashMap<>(reading.provenance());
        String lease = documents.lease();
        if (lease != null) {
            places.putAll(LeaseReader.places("lease", lease));
        }
        return places;
    }

    /** Returns the lines, side by side; one line of a document that means several grants is one. */
    List<EffectiveLine> all() {
        var lines = new ArrayList<EffectiveLine>();
        for (GrantSide side : GrantSide.values()) {
            if (reading.sides().contains(side)) {
                reading.ofSide(side).stream()
                        .map(grant -> line(side, grant))
                        .distinct()
                        .forEach(lines::add);
            }
        }
        reading.denials().stream().map(this::line).distinct().forEach(lines::add);
        return lines;
    }

    private EffectiveLine line(GrantSide side, Grant grant) {
        return switch (grant) {
            case Grant.Net net -> line(Effect.GRANTS, side, net.rule(), net.text(), net.mode());
            case Grant.Named named ->
                line(Effect.GRANTS, side, named.rule(), named.capability() + " " + named.text(), Mode.ENFORCE);
        };
    }

    private EffectiveLine line(Denial denial) {
        Grant.Net covered = denial.covered();
        return line(Effect.DENIES, GrantSide.POLICY, covered.rule(), covered.text(), covered.mode());
    }

    private EffectiveLine line(Effect effect, GrantSide side, String rule, String text, Mode mode) {
        return new EffectiveLine(PolicyLayer.SANDBOX, null, effect, side.word(), rule, text, mode, places.get(rule));
    }
}
