/** Functions for arrays, sets, objects and graphs, and look-ups in them. */
@NullMarked
package io.sallyport.regoengine.builtin.collection;

import org.jspecify.annotations.NullMarked;
