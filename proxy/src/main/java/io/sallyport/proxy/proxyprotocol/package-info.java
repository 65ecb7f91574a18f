/** The PROXY protocol, by which a load balancer says whose connection it hands on. */
@NullMarked
package io.sallyport.proxy.proxyprotocol;

import org.jspecify.annotations.NullMarked;
