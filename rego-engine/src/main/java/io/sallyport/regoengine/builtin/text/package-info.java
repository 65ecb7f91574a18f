/** Functions of strings, and texts made from formats and templates. */
@NullMarked
package io.sallyport.regoengine.builtin.text;

import org.jspecify.annotations.NullMarked;
