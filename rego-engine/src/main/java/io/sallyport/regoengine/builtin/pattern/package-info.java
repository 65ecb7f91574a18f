/** Regular expressions and globs, with matching in linear time. */
@NullMarked
package io.sallyport.regoengine.builtin.pattern;

import org.jspecify.annotations.NullMarked;
