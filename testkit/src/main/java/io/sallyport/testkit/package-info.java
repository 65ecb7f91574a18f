/**
 * Support for tests and the demo: local origins, a name server, a CA, real client processes and manual clocks.
 *
 * <p>Nothing here depends on JUnit; {@link io.sallyport.testkit.junit} does.
 */
@NullMarked
package io.sallyport.testkit;

import org.jspecify.annotations.NullMarked;
