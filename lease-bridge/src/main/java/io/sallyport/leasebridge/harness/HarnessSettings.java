package io.sallyport.leasebridge.harness;

/**
 * How the operator has harness files read: the section {@code harness} of the configuration. Immutable.
 *
 * @param warnOfUnknownKeys whether an unknown key is a warning; else it refuses the file
 * @param lent what a harness finds without bringing it
 * @param forges where skills and plugins may come from by URL
 */
public record HarnessSettings(boolean warnOfUnknownKeys, OrganisationAllowlist organisation, Lent lent, Forges forges) {
    public static final HarnessSettings BY_DEFAULT =
            new HarnessSettings(false, OrganisationAllowlist.UNSET, Lent.NOTHING, Forges.PUBLIC);

    /** The same, lending something else. */
    public HarnessSettings lending(Lent other) {
        return new HarnessSettings(warnOfUnknownKeys, organisation, other, forges);
    }
}
