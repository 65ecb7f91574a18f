/** {@code harness}: commands for authors of harness files. */
@NullMarked
package io.sallyport.cli.harness;

import org.jspecify.annotations.NullMarked;
