/**
 * HTTP/2 (RFC 9113) on both sides of the relay. Frames, HPACK and flow control are Netty's; what they carry is checked
 * here, and each stream is a channel of its own on which a connection of HTTP/1.1 is spoken: the judge, the relay and
 * the audit see one kind of message (docs/decisions/http2.md).
 */
@NullMarked
package io.sallyport.proxy.relay.http2;

import org.jspecify.annotations.NullMarked;
