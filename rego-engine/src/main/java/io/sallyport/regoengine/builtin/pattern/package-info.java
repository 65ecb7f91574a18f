/** Regular expressions and globs, matched in linear time. */
@NullMarked
package io.sallyport.regoengine.builtin.pattern;

import org.jspecify.annotations.NullMarked;
