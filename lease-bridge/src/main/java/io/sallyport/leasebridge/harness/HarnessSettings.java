package io.sallyport.leasebridge.harness;

/**
 * How the operator has harness files read: the section {@code harness} of the configuration. Immutable.
 *
 * @param warnOfUnknownKeys whether an unknown key is a warning; else it refuses the file
 * @param lent what a harness finds without bringing it
 */
public record HarnessSettings(boolean warnOfUnknownKeys, OrganisationAllowlist organisation, Lent lent) {
    public static final HarnessSettings BY_DEFAULT =
            new HarnessSettings(false, OrganisationAllowlist.UNSET, Lent.NOTHING);

    /** The same, lending something else. */
    public HarnessSettings lending(Lent other) {
        return new HarnessSettings(warnOfUnknownKeys, organisation, other);
    }
}
