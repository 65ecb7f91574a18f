/** Resources that sandboxes share, each up to its own limit. */
@NullMarked
package io.sallyport.egress.share;

import org.jspecify.annotations.NullMarked;
