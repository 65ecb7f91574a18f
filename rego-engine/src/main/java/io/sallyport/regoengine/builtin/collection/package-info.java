/** Functions of arrays, sets, objects and graphs, and steps into them. */
@NullMarked
package io.sallyport.regoengine.builtin.collection;

import org.jspecify.annotations.NullMarked;
