/** {@code policy}: for those who write Rego. */
@NullMarked
package io.sallyport.cli.policy;

import org.jspecify.annotations.NullMarked;
