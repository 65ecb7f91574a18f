package io.sallyport.policycompiler;

import io.sallyport.leasebridge.harness.HarnessSettings;

/** How the operator has the documents of sandboxes read. Immutable. */
public record DocumentRules(LeaseRules leases, HarnessSettings harness) {
    public static final DocumentRules BY_DEFAULT = new DocumentRules(LeaseRules.BY_DEFAULT, HarnessSettings.BY_DEFAULT);
}
