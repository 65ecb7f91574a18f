/** The control API: it asks for changes through {@link io.sallyport.control.calls.Control}. */
@NullMarked
package io.sallyport.admin;

import org.jspecify.annotations.NullMarked;
