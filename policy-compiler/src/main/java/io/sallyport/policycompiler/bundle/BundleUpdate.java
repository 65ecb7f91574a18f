package io.sallyport.policycompiler.bundle;

/** The result of reading what a bundle service sent. */
public sealed interface BundleUpdate {
    /** A whole bundle. */
    record Snapshot(OpaBundle bundle) implements BundleUpdate {}

    /** Changes of the data of the bundle before. */
    record Delta(BundleDelta delta) implements BundleUpdate {}

    /** Neither. */
    record Rejected(BundleRead.Rejected why) implements BundleUpdate {}
}
