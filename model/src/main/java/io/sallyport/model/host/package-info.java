/** Canonical names and addresses of hosts, with patterns and lists over them. */
@NullMarked
package io.sallyport.model.host;

import org.jspecify.annotations.NullMarked;
