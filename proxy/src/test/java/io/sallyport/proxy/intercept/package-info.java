/** Tests of TLS towards sandboxes. */
@NullMarked
package io.sallyport.proxy.intercept;

import org.jspecify.annotations.NullMarked;
