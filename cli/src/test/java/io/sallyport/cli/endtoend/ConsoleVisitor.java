package io.sallyport.cli.endtoend;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser without a window: it keeps the cookie of the console and follows nothing by itself. */
final class ConsoleVisitor implements AutoCloseable {
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"form_token\" value=\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private final String admin;
    private String cookie = "";

    ConsoleVisitor(String admin) {
        this.admin = admin;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(admin + path));
        return send(request, headers);
    }

    HttpResponse<String> post(String path, Map<String, String> form, String... headers)
            throws IOException, InterruptedException {
        String body = form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(admin + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body));
        return send(request, headers);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String... headers)
            throws IOException, InterruptedException {
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** Logs in, and keeps the cookie. */
    HttpResponse<String> logIn(String token) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/console/login", Map.of("token", token));
        answer.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        return answer;
    }

    /** Opens a stream of events. */
    Events follow(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(admin + path))
                .header("Cookie", cookie)
                .build();
        return new Events(client.send(request, BodyHandlers.ofInputStream()).body());
    }

    /** The lines of a stream of events, until it is closed. */
    record Events(InputStream body, BufferedReader lines) implements AutoCloseable {
        private Events(InputStream body) {
            this(body, new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)));
        }

        /** Returns the next line that contains that text. */
        String next(String text) throws IOException {
            String line = Objects.requireNonNull(lines.readLine(), "the stream ended");
            while (!line.contains(text)) {
                line = Objects.requireNonNull(lines.readLine(), "the stream ended");
            }
            return line;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    /** Returns the token of the forms of this session. */
    String formToken() throws IOException, InterruptedException {
        Matcher token = FORM_TOKEN.matcher(get("/console/sandboxes").body());
        if (!token.find()) {
            throw new IOException("the page has no form");
        }
        return token.group(1);
    }

    String cookie() {
        return cookie;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
