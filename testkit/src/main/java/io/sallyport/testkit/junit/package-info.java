/** JUnit's side of the test kit: tools that a test needs, and the watch for leaked buffers. */
@NullMarked
package io.sallyport.testkit.junit;

import org.jspecify.annotations.NullMarked;
