/** Functions for YAML, parsed and written like JSON. */
@NullMarked
package io.sallyport.regoengine.builtin.yaml;

import org.jspecify.annotations.NullMarked;
