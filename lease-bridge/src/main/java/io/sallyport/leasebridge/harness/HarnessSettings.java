package io.sallyport.leasebridge.harness;

/**
 * How the operator has harness files read: the section {@code harness} of the configuration. Immutable.
 *
 * @param warnOfUnknownKeys whether an unknown key is a warning; else it refuses the file
 */
public record HarnessSettings(boolean warnOfUnknownKeys, OrganisationAllowlist organisation) {
    public static final HarnessSettings BY_DEFAULT = new HarnessSettings(false, OrganisationAllowlist.UNSET);
}
