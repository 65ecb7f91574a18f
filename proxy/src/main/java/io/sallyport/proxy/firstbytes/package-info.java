/** What the first bytes of a client in a tunnel by {@code tcp} are: TLS, SSH, PostgreSQL or something else. */
@NullMarked
package io.sallyport.proxy.firstbytes;

import org.jspecify.annotations.NullMarked;
