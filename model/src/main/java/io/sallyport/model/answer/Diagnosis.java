package io.sallyport.model.answer;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the setup of a client, and what helps. The tool is what the client says of itself, so it is called
 * likely; nothing else of what the client sent is repeated.
 *
 * @param tool the likely client, or null if it did not tell
 */
public record Diagnosis(ClientFault fault, @Nullable ClientTool tool) {
    /**
     * Returns the diagnosis of a refusal or an end, or null if nothing points to the client's setup.
     *
     * @param detail the text of the TLS library, if it ended the handshake
     */
    public static @Nullable Diagnosis of(
            ReasonCode reason,
            @Nullable CanonicalRequest request,
            @Nullable String detail,
            @Nullable String userAgent) {
        ClientFault fault = ClientFault.of(reason, request, detail);
        return fault == null ? null : new Diagnosis(fault, ClientTool.of(userAgent));
    }

    /** Returns one sentence, safe to show. */
    public String sentence() {
        return switch (fault) {
            case CA_NOT_TRUSTED ->
                "the client does not trust the sandbox's CA (http://sallyport.internal/ca.pem): " + roots();
            case NO_HTTP_OFFERED ->
                who() + " offers neither HTTP/1.1 nor HTTP/2 (ALPN), and the gateway looks into this tunnel; other"
                        + " protocols pass where the whole host is granted and nothing asks to look inside";
            case ADDRESS_FOR_NAME ->
                who() + " asks for an address: if it resolved a name itself, let it give the name to the proxy"
                        + " (in SOCKS: socks5h://)";
            case HTTP_TO_TLS_PORT ->
                who() + " speaks plain HTTP to port 443: its URL likely begins with http:// instead of https://";
            case NO_CREDENTIALS -> who() + " keeps asking without proxy credentials: " + credentials();
            case WRONG_CREDENTIALS ->
                who() + " keeps showing proxy credentials that name no sandbox, such as a rotated token: "
                        + "set http_proxy and https_proxy anew";
        };
    }

    private String who() {
        return tool == null ? "the client" : "the client, likely " + tool.product() + ",";
    }

    private String credentials() {
        return tool != null && !tool.sendsCredentials()
                ? "it never sends any, so give its sandbox a port of its own (proxy.ports)"
                : "set http_proxy and https_proxy to http://ID:TOKEN@HOST:PORT";
    }

    private String roots() {
        return tool == null
                ? "set SSL_CERT_FILE (OpenSSL, Python's ssl, Ruby, Go), REQUESTS_CA_BUNDLE (Python's requests),"
                        + " NODE_EXTRA_CA_CERTS (Node) or JAVA_TOOL_OPTIONS (Java)"
                : "it is likely " + tool.product() + ", so set " + tool.setting();
    }
}
