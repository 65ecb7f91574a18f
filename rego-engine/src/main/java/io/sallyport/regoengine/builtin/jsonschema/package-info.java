/** JSON schemas: read within bounds, and documents checked against them. */
@NullMarked
package io.sallyport.regoengine.builtin.jsonschema;

import org.jspecify.annotations.NullMarked;
