package io.sallyport.fetch.git;

import io.sallyport.egress.http.HttpAnswer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * One request as JGit sees it. Of the headers only those of git's protocol go out, and of the answer's none comes back
 * but its type: neither cookies nor a challenge are JGit's affair. Confined to the thread of the fetch.
 */
final class GitConnection implements HttpConnection {
    private static final Set<String> SENT = Set.of("Accept", "Content-Type", "Content-Encoding", "Git-Protocol");

    private final GitConnections connections;
    private final URL url;
    private final String path;
    private final Map<String, String> headers = new HashMap<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private String method = "GET";
    private @Nullable HttpAnswer answer;

    GitConnection(GitConnections connections, URL url, String path) {
        this.connections = connections;
        this.url = url;
        this.path = path;
    }

    private HttpAnswer answer() throws IOException {
        HttpAnswer known = answer;
        if (known == null) {
            known = connections.ask(path, headers, method.equals("GET") ? null : body.toByteArray());
            answer = known;
        }
        return known;
    }

    @Override
    public int getResponseCode() throws IOException {
        return answer().status();
    }

    @Override
    public String getResponseMessage() {
        return "";
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new ByteArrayInputStream(answer().body());
    }

    @Override
    public @Nullable String getContentType() {
        return answer == null ? null : answer.headers().get("Content-Type");
    }

    @Override
    public int getContentLength() {
        return answer == null ? -1 : answer.body().length;
    }

    @Override
    public @Nullable String getHeaderField(String name) {
        return null;
    }

    @Override
    public List<String> getHeaderFields(String name) {
        return List.of();
    }

    @Override
    public Map<String, List<String>> getHeaderFields() {
        return Map.of();
    }

    @Override
    public URL getURL() {
        return url;
    }

    @Override
    public void setRequestProperty(String key, String value) {
        if (SENT.contains(key)) {
            headers.put(key, value);
        }
    }

    @Override
    public void setRequestMethod(String wanted) {
        method = wanted;
    }

    @Override
    public String getRequestMethod() {
        return method;
    }

    @Override
    public OutputStream getOutputStream() {
        return body;
    }

    @Override
    public void connect() {
        // asked when the answer is
    }

    @Override
    public boolean usingProxy() {
        return false;
    }

    /** JGit asks for it only where the target is not to be verified. */
    @Override
    public void configure(
            KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random) {
        throw new IllegalStateException("TLS is egress's affair");
    }

    @Override
    public void setHostnameVerifier(HostnameVerifier verifier) {
        throw new IllegalStateException("TLS is egress's affair");
    }

    @Override
    public void setUseCaches(boolean uses) {
        // there are none
    }

    @Override
    public void setConnectTimeout(int millis) {
        // the fetch has a deadline
    }

    @Override
    public void setReadTimeout(int millis) {
        // the fetch has a deadline
    }

    @Override
    public void setInstanceFollowRedirects(boolean follows) {
        // none is followed
    }

    @Override
    public void setDoOutput(boolean isPost) {
        // the method says it
    }

    @Override
    public void setFixedLengthStreamingMode(int length) {
        // requests are small, and sent whole
    }

    @Override
    public void setChunkedStreamingMode(int chunk) {
        // requests are small, and sent whole
    }
}
