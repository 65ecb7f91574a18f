/** {@code policy}: commands for authors of Rego. */
@NullMarked
package io.sallyport.cli.policy;

import org.jspecify.annotations.NullMarked;
