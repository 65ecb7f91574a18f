package io.sallyport.proxy.listener;

/**
 * Every bound of the proxy, in one record for each kind. Bounds of a sandbox's own connections and of new names are
 * {@code Admission}'s. Immutable.
 *
 * @param request heads that sandboxes send
 * @param response heads that targets answer
 * @param http2 connections that speak HTTP/2
 * @param webSocket one WebSocket
 * @param guesses wrong tokens of sandboxes
 * @param judgedBodyBytes of one body that a rule reads, which waits until it is whole; one more byte refuses it
 * @param signedBodyBytes of one body whose hash is signed, the same
 */
public record ProxyLimits(
        HeadLimits request,
        HeadLimits response,
        ConnectionLimits connections,
        UpstreamLimits upstream,
        GuessLimits guesses,
        Http2Limits http2,
        WebSocketLimits webSocket,
        int judgedBodyBytes,
        int signedBodyBytes) {
    public static final ProxyLimits DEFAULT = new ProxyLimits(
            HeadLimits.REQUEST,
            HeadLimits.RESPONSE,
            ConnectionLimits.DEFAULT,
            UpstreamLimits.DEFAULT,
            GuessLimits.DEFAULT,
            Http2Limits.DEFAULT,
            WebSocketLimits.DEFAULT,
            1 << 20,
            10 << 20);

    public ProxyLimits {
        SettingChecks.positive("judgedBodyBytes", judgedBodyBytes);
        SettingChecks.positive("signedBodyBytes", signedBodyBytes);
    }

    /** The same with other bounds of the connections to targets. */
    public ProxyLimits with(UpstreamLimits other) {
        return new ProxyLimits(
                request, response, connections, other, guesses, http2, webSocket, judgedBodyBytes, signedBodyBytes);
    }

    /** The same with other bounds of wrong tokens. */
    public ProxyLimits with(GuessLimits other) {
        return new ProxyLimits(
                request, response, connections, upstream, other, http2, webSocket, judgedBodyBytes, signedBodyBytes);
    }

    /** The same with other bounds of a WebSocket. */
    public ProxyLimits with(WebSocketLimits other) {
        return new ProxyLimits(
                request, response, connections, upstream, guesses, http2, other, judgedBodyBytes, signedBodyBytes);
    }
}
