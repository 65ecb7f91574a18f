package io.sallyport.policycompiler;

/**
 * What the operator says of leases: the section {@code lease} of the configuration.
 *
 * @param requireModelUse whether a lease without {@code model.use} grants no model; else it grants them all
 */
public record LeaseRules(boolean requireModelUse) {
    public static final LeaseRules BY_DEFAULT = new LeaseRules(true);
}
