/** The list of all families; a new family must be added here. */
@NullMarked
package io.sallyport.regoengine.builtin.standard;

import org.jspecify.annotations.NullMarked;
