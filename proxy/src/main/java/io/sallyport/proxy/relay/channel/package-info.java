/**
 * What the relay asks of any channel, be it to a client or to a target: writing, what waits in it, how long it lasts.
 */
@NullMarked
package io.sallyport.proxy.relay.channel;

import org.jspecify.annotations.NullMarked;
