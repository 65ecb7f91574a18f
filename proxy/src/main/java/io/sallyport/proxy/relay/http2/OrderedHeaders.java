package io.sallyport.proxy.relay.http2;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.sallyport.proxy.listener.FieldSection;

/**
 * One decoded field section in the order of the wire, which Netty's own form loses; Netty itself is given only what its
 * state machine asks for: pseudo-fields and lengths. Confined to its event loop.
 */
final class OrderedHeaders extends DefaultHttp2Headers {
    private static final int NETTYS_FIELDS = 8;

    private final transient FieldSection section = new FieldSection();

    OrderedHeaders() {
        super(false, false, NETTYS_FIELDS);
    }

    FieldSection section() {
        return section;
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        String text = name.toString();
        section.add(text, value.toString());
        return text.startsWith(":") || text.equals("content-length") ? super.add(name, value) : this;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
