/** The JUnit support of the test kit: required tools, and the watch for leaked buffers. */
@NullMarked
package io.sallyport.testkit.junit;

import org.jspecify.annotations.NullMarked;
