/** WebSocket (RFC 6455): the handshake's answer, frames as they pass, and how a WebSocket ends. */
@NullMarked
package io.sallyport.proxy.relay.websocket;

import org.jspecify.annotations.NullMarked;
