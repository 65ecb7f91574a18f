/** Where secrets are looked for in a request, and what policy is told of those found. */
@NullMarked
package io.sallyport.decision.secrets;

import org.jspecify.annotations.NullMarked;
