/** {@code harness}: for those who write harness files. */
@NullMarked
package io.sallyport.gateway.cli.harness;

import org.jspecify.annotations.NullMarked;
