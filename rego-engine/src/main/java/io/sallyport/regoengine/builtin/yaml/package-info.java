/** YAML, read and written as JSON. */
@NullMarked
package io.sallyport.regoengine.builtin.yaml;

import org.jspecify.annotations.NullMarked;
