package io.sallyport.policycompiler;

/** The form of the policy in a bundle, by the names of {@code opa build --target}. */
public enum BundleTarget {
    /** As Rego. */
    REGO,
    /** As Rego, and as {@code plan.json} for the decision document. */
    PLAN,
    /**
     * As {@code policy.wasm} for the decision document, without Rego. OPA removes parts of the Rego next to a module,
     * so a reader that ignored the module would find no decision in the rest.
     */
    WASM
}
