/** JSON as text, and its documents: filtered, patched and walked by paths. */
@NullMarked
package io.sallyport.regoengine.builtin.json;

import org.jspecify.annotations.NullMarked;
