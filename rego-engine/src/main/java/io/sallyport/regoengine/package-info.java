/** Rego as OPA means it. Knows no HTTP and no sandbox. */
@NullMarked
package io.sallyport.regoengine;

import org.jspecify.annotations.NullMarked;
