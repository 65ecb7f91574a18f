package io.sallyport.control;

import java.time.InstantSource;

/** The one compiler of the tests of this JVM: making one takes seconds. */
final class SharedPolicies {
    static final CompiledPolicies POLICIES = CompiledPolicies.withDefaults(InstantSource.system(), System::nanoTime);

    private SharedPolicies() {}
}
