package io.sallyport.audit.rules;

import java.util.List;

/**
 * What was counted of one rule. Immutable.
 *
 * @param rule its name, as audit records have it
 * @param firstMillis when it was first hit, milliseconds since the epoch
 * @param lastMillis when it was last hit, milliseconds since the epoch
 * @param hosts the hosts with the most hits, most hits first
 * @param otherHosts the hits of all other hosts
 * @param sandboxes the sandboxes with the most hits, most hits first
 * @param otherSandboxes the hits of all other sandboxes
 */
public record RuleRow(
        String rule,
        long hits,
        long firstMillis,
        long lastMillis,
        List<Named> hosts,
        long otherHosts,
        List<Named> sandboxes,
        long otherSandboxes) {
    public RuleRow {
        hosts = List.copyOf(hosts);
        sandboxes = List.copyOf(sandboxes);
    }

    /** The hits of one host or sandbox, as far as they are known: too few where it was not counted at first. */
    public record Named(String name, long hits) {}
}
