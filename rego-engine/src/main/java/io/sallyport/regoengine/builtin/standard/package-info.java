/** The table of all families: a new one gets a line here. */
@NullMarked
package io.sallyport.regoengine.builtin.standard;

import org.jspecify.annotations.NullMarked;
