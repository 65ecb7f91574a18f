package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A part of a request that a grant can restrict. */
enum PolicyPart {
    HOST,
    SCHEME,
    PORT,
    PATH,
    METHOD,
    QUERY,
    BODY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns a grant that restricts this part as {@code grant} does, and permits anything in the others. */
    Grant.Net only(Grant.Net grant) {
        @Nullable Map<String, List<String>> query = this == QUERY ? grant.query() : null;
        Conditions asked = grant.conditions();
        return new Grant.Net(
                grant.source(),
                grant.rule(),
                grant.kinds(),
                this == SCHEME ? grant.schemes() : Set.of(Scheme.values()),
                this == HOST ? grant.host() : new HostPattern.Any(),
                this == PORT ? grant.ports() : Set.of(),
                this == METHOD ? grant.methods() : Set.of(),
                this == PATH ? grant.path() : PathPattern.ANY,
                query,
                grant.mode(),
                grant.text(),
                List.of(),
                new Conditions(
                        this == QUERY ? asked.parameters() : List.of(),
                        this == BODY ? asked.call() : Conditions.NONE.call(),
                        this == PATH ? asked.within() : List.of(),
                        this == PATH ? asked.outside() : List.of()));
    }
}
