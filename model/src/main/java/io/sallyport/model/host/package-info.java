/** Names and addresses of hosts in their one form, and the patterns and lists that speak of them. */
@NullMarked
package io.sallyport.model.host;

import org.jspecify.annotations.NullMarked;
