package io.sallyport.model.answer;

import org.jspecify.annotations.Nullable;

/** A widespread client that tells its name in {@code User-Agent}, and the setting that names its roots. */
public enum ClientTool {
    CURL("curl", "CURL_CA_BUNDLE"),
    GIT("git", "GIT_SSL_CAINFO"),
    REQUESTS("python-requests", "REQUESTS_CA_BUNDLE"),
    PIP("pip", "PIP_CERT"),
    URLLIB("Python-urllib", "SSL_CERT_FILE"),
    NPM("npm", "NODE_EXTRA_CA_CERTS"),
    NODE("node", "NODE_EXTRA_CA_CERTS"),
    DENO("Deno", "DENO_CERT"),
    GO("Go-http-client", "SSL_CERT_FILE"),
    JAVA("Java", "JAVA_TOOL_OPTIONS"),
    JAVA_CLIENT("Java-http-client", "JAVA_TOOL_OPTIONS"),
    MAVEN("Apache-Maven", "JAVA_TOOL_OPTIONS"),
    CARGO("cargo", "CARGO_HTTP_CAINFO"),
    AWS("aws-cli", "AWS_CA_BUNDLE"),
    BOTO("Boto3", "AWS_CA_BUNDLE"),
    WGET("Wget", "--ca-certificate");

    private final String product;
    private final String setting;

    ClientTool(String product, String setting) {
        this.product = product;
        this.setting = setting;
    }

    /** Returns the name by which the tool calls itself. */
    public String product() {
        return product;
    }

    /** Returns the variable, or for want of one the option, that names its roots. */
    public String setting() {
        return setting;
    }

    /** Returns whether it sends the credentials that stand in a proxy's URL; Java's clients need a program for that. */
    public boolean sendsCredentials() {
        return this != JAVA && this != JAVA_CLIENT && this != MAVEN;
    }

    /** Returns the tool of a {@code User-Agent} (RFC 9110 section 10.1.5), or null if it is absent or not known. */
    public static @Nullable ClientTool of(@Nullable String userAgent) {
        for (ClientTool tool : values()) {
            if (userAgent != null && tool.isFirstIn(userAgent)) {
                return tool;
            }
        }
        return null;
    }

    private boolean isFirstIn(String userAgent) {
        int end = product.length();
        return userAgent.regionMatches(true, 0, product, 0, end)
                && (userAgent.length() == end || userAgent.charAt(end) == '/' || userAgent.charAt(end) == ' ');
    }
}
