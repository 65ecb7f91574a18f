/**
 * Runs the unit tests of policies: rules named {@code test_*}, as {@code opa test} does.
 *
 * <p>{@link io.sallyport.policycompiler.test.TestSources} holds the files; {@link
 * io.sallyport.policycompiler.test.TestRunner} compiles them once and runs each test on the engine that decides
 * requests.
 */
@NullMarked
package io.sallyport.policycompiler.test;

import org.jspecify.annotations.NullMarked;
