package io.sallyport.leasebridge.skill;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.GrantPatterns;
import io.sallyport.model.Grant;
import io.sallyport.model.NamePattern;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads lists of patterns over names and files of one manifest. Confined to one reading. */
record NamesReader(String skill, Findings findings) {
    /** Limit of entries in one list. */
    static final int MAX_ENTRIES = 256;

    /** @param form checks an entry's syntax and reports its errors */
    List<Grant.Named> read(List<Scalar> written, String capability, String list, Predicate<Scalar> form) {
        List<Grant.Named> grants = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            Scalar scalar = written.get(i);
            if (i == MAX_ENTRIES) {
                findings.error(
                        scalar.place(),
                        DiagnosticCode.TOO_MANY,
                        list + ": more than " + MAX_ENTRIES + " entries",
                        null);
                break;
            }
            if (form.test(scalar)) {
                Grant.Named grant = grant(capability, list + "[" + i + "]", scalar, scalar.text());
                if (grant != null) {
                    grants.add(grant);
                }
            }
        }
        return grants;
    }

    /** Returns the grant of one pattern, or null after reporting an error. */
    Grant.@Nullable Named grant(String capability, String rule, Scalar at, String pattern) {
        return switch (GrantPatterns.named(capability, pattern)) {
            case Parsed.Accepted<NamePattern>(var targets) ->
                new Grant.Named(Grant.Source.LEASE, "skill:" + skill + "." + rule, capability, targets, pattern);
            case Parsed.Rejected<NamePattern>(var why, int _) -> {
                findings.error(at.place(), DiagnosticCode.BAD_ENTRY, Findings.quote(pattern) + ": " + why, null);
                yield null;
            }
        };
    }
}
