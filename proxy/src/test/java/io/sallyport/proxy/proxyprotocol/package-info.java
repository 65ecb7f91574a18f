@NullMarked
package io.sallyport.proxy.proxyprotocol;

import org.jspecify.annotations.NullMarked;
