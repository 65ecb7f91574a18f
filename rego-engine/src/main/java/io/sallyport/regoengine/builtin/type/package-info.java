/** What kind a value is, how values compare, and casts. */
@NullMarked
package io.sallyport.regoengine.builtin.type;

import org.jspecify.annotations.NullMarked;
