/** {@code sandbox}: the sandboxes of a running gateway. */
@NullMarked
package io.sallyport.gateway.cli.sandbox;

import org.jspecify.annotations.NullMarked;
