/**
 * Runs the unit tests of policies: rules named {@code test_*}, as {@code opa test} knows them.
 *
 * <p>{@link io.sallyport.policycompiler.test.TestSources} are the files, {@link io.sallyport.policycompiler.test.TestRunner}
 * compiles them once and runs each test on the engine that decides requests.
 */
@NullMarked
package io.sallyport.policycompiler.test;

import org.jspecify.annotations.NullMarked;
