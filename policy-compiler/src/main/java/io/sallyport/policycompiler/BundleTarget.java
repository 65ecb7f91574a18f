package io.sallyport.policycompiler;

/** What a bundle holds the policy as, by the names that {@code opa build --target} has for it. */
public enum BundleTarget {
    /** As Rego. */
    REGO,
    /** As Rego, and as {@code plan.json} for its one document. */
    PLAN,
    /**
     * As {@code policy.wasm} for its one document, without Rego: whoever passed the module over would find no decision in
     * what OPA leaves of the Rego beside it.
     */
    WASM
}
