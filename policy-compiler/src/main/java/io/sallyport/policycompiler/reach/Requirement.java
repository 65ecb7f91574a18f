package io.sallyport.policycompiler.reach;

import io.sallyport.model.Grant;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.Conditions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a rule asks of a request besides scheme, host, port, method and path. It is not computed with: a request may
 * fulfil any, and any number of them. Immutable.
 *
 * @param query the exact parameters, decoded; null for any
 * @param conditions on parameters, and on the call in the body
 * @param unread expressions over the path that could not be read as a set
 */
public record Requirement(@Nullable Map<String, List<String>> query, Conditions conditions, List<String> unread) {
    /** Nothing is asked. */
    static final Requirement NONE = new Requirement(null, Conditions.NONE, List.of());

    public Requirement {
        query = query == null ? null : Map.copyOf(query);
        unread = List.copyOf(unread);
    }

    /** Every handshake of a WebSocket is no text of its client. */
    static Requirement of(Grant.Net grant, List<String> unread) {
        Conditions anywhere = grant.conditions().anywhere();
        Conditions conditions = anywhere.call() instanceof CallPattern.NoClientText
                ? new Conditions(anywhere.parameters(), new CallPattern.Any())
                : anywhere;
        return new Requirement(grant.query(), conditions, unread);
    }
}
