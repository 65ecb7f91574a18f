/** {@code harness}: for those who write harness files. */
@NullMarked
package io.sallyport.cli.harness;

import org.jspecify.annotations.NullMarked;
