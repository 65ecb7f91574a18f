/**
 * What tests and the demo stand on: local origins, a name server, a CA, real client processes and clocks moved by hand.
 *
 * <p>Nothing here needs JUnit; the glue for it is {@link io.sallyport.testkit.junit}.
 */
@NullMarked
package io.sallyport.testkit;

import org.jspecify.annotations.NullMarked;
