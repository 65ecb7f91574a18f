/**
 * The sandbox side: bytes of a sandbox come in, and either a refusal goes back or a judged request goes on to {@code
 * egress}.
 *
 * <p>The packages stand in order of travel and use only those before them: {@code listener} (bytes to a head, under
 * limits; {@code socks}: the same of SOCKS5; {@code proxyprotocol}: what a load balancer says first), {@code identity}
 * (whose it is), {@code enforce} (what is done with it: {@link io.sallyport.proxy.enforce.RequestPath}), {@code relay}
 * (doing it, on sockets). Start at {@link io.sallyport.proxy.ProxyServer}.
 */
@NullMarked
package io.sallyport.proxy;

import org.jspecify.annotations.NullMarked;
