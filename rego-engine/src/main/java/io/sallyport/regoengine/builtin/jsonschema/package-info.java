/** JSON Schema: parses schemas within limits, and validates documents against them. */
@NullMarked
package io.sallyport.regoengine.builtin.jsonschema;

import org.jspecify.annotations.NullMarked;
