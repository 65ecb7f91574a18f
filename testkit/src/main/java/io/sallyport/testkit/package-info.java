/** Origins, clients and clocks for tests and for the demo. */
@NullMarked
package io.sallyport.testkit;

import org.jspecify.annotations.NullMarked;
