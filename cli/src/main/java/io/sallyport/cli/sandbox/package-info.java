/** {@code sandbox}: commands for the sandboxes of a running gateway. */
@NullMarked
package io.sallyport.cli.sandbox;

import org.jspecify.annotations.NullMarked;
