package io.sallyport.proxy.listener;

/**
 * One answer's head as the target sent it. The reason phrase is not kept: it is the target's text, and ours carries a
 * refusal's reason.
 *
 * @param status 100..599
 * @param minorVersion 0 or 1
 */
public record ResponseHead(int status, int minorVersion, HeaderFields fields) {
    public boolean isInterim() {
        return status < 200;
    }

    /** Whether the target keeps the connection for another request. */
    public boolean keepsConnection() {
        return minorVersion == 1 && !fields.lists("Connection", "close");
    }
}
