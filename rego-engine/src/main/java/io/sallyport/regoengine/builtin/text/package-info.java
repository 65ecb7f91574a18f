/** Functions for strings, formats and templates. */
@NullMarked
package io.sallyport.regoengine.builtin.text;

import org.jspecify.annotations.NullMarked;
