/** Functions for JSON: parsing and writing text, and filtering, patching and walking documents by path. */
@NullMarked
package io.sallyport.regoengine.builtin.json;

import org.jspecify.annotations.NullMarked;
