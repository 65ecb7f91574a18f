/** The bodies that callers send: each is read whole, strictly, into one value. */
@NullMarked
package io.sallyport.admin.body;

import org.jspecify.annotations.NullMarked;
