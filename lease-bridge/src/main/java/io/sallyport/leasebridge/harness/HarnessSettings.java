package io.sallyport.leasebridge.harness;

/**
 * The operator's settings for harness files: the section {@code harness} of the configuration. Immutable.
 *
 * @param warnOfUnknownKeys whether an unknown key is only a warning; otherwise it refuses the file
 * @param lent what the operator provides to every harness
 * @param forges the forges from which skills and plugins may come by URL
 */
public record HarnessSettings(boolean warnOfUnknownKeys, OrganisationAllowlist organisation, Lent lent, Forges forges) {
    public static final HarnessSettings BY_DEFAULT =
            new HarnessSettings(false, OrganisationAllowlist.UNSET, Lent.NOTHING, Forges.PUBLIC);

    /** Returns a copy that lends something else. */
    public HarnessSettings lending(Lent other) {
        return new HarnessSettings(warnOfUnknownKeys, organisation, other, forges);
    }
}
