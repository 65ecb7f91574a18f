/** What looking for placeholders costs requests that have none, measured from inside the package. */
@NullMarked
package io.sallyport.proxy.credentials;

import org.jspecify.annotations.NullMarked;
