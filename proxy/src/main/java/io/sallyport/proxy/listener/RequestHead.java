package io.sallyport.proxy.listener;

/**
 * One request head as it was sent, well-formed but not yet understood.
 *
 * @param method a token of at most 32 characters
 * @param target visible ASCII
 * @param minorVersion 0 or 1: HTTP/1.0 or HTTP/1.1
 */
public record RequestHead(String method, String target, int minorVersion, Fields fields, Framing framing) {
    public RequestHead(String method, String target, int minorVersion, Fields fields) {
        this(method, target, minorVersion, fields, Framing.ofRequest(fields, minorVersion));
    }

    public boolean isConnect() {
        return method.equals("CONNECT");
    }

    /** Whether the client waits for a word before it sends the body (RFC 9110 section 10.1.1). */
    public boolean expectsContinue() {
        return minorVersion == 1 && fields.lists("Expect", "100-continue");
    }

    /** Whether the connection may serve another request after this one; HTTP/1.0 ends after one. */
    public boolean keepsConnection() {
        return minorVersion == 1 && !fields.lists("Connection", "close") && !(framing instanceof Framing.Unclear);
    }
}
