package io.sallyport.testkit;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs one CGI program for one request (RFC 3875). Blocks; bodies are passed through files, so that neither side can
 * stall.
 */
final class Cgi {
    private Cgi() {}

    static Answer run(List<String> command, Map<String, String> environment, ReceivedRequest request, Duration atMost)
            throws IOException, InterruptedException {
        Path in = Files.createTempFile("cgi", ".in");
        Path out = Files.createTempFile("cgi", ".out");
        try {
            Files.write(in, request.body().toArray());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(Redirect.DISCARD);
            builder.environment().clear();
            builder.environment().putAll(environment);
            builder.environment().putAll(variables(request));
            Process process = builder.start();
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return Answer.text(504, "the program did not end");
            }
            return parse(Files.readAllBytes(out));
        } finally {
            Files.delete(in);
            Files.delete(out);
        }
    }

    private static Map<String, String> variables(ReceivedRequest request) {
        Map<String, String> variables = new HashMap<>();
        request.headers().forEach(header -> variables.put(variable(header.getKey()), header.getValue()));
        variables.put("GATEWAY_INTERFACE", "CGI/1.1");
        variables.put("REQUEST_METHOD", request.method());
        variables.put("PATH_INFO", request.path());
        variables.put("QUERY_STRING", request.query());
        variables.put("CONTENT_LENGTH", Long.toString(request.bodyBytes()));
        variables.put("CONTENT_TYPE", variables.getOrDefault("HTTP_CONTENT_TYPE", ""));
        variables.put("GIT_PROTOCOL", variables.getOrDefault("HTTP_GIT_PROTOCOL", ""));
        variables.put("REMOTE_ADDR", "127.0.0.1");
        return variables;
    }

    private static String variable(String header) {
        return "HTTP_" + header.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static Answer parse(byte[] output) {
        int status = 200;
        Map<String, String> headers = new HashMap<>();
        int at = 0;
        for (int end = lineEnd(output, at); end > at; end = lineEnd(output, at)) {
            String line = new String(output, at, end - at, StandardCharsets.ISO_8859_1);
            int colon = line.indexOf(':');
            if (colon < 0) {
                return Answer.text(502, "not a CGI header: " + line);
            }
            String value = line.substring(colon + 1).strip();
            if (line.regionMatches(true, 0, "status", 0, colon)) {
                status = Integer.parseInt(value.substring(0, 3));
            } else {
                headers.put(line.substring(0, colon), value);
            }
            at = end + 2;
        }
        int body = Math.min(at + 2, output.length);
        return new Answer.Whole(status, headers, Bytes.of(Arrays.copyOfRange(output, body, output.length)));
    }

    /** Returns the index of the CR that ends the line at {@code from}; {@code from} itself if the line is empty. */
    private static int lineEnd(byte[] output, int from) {
        int at = from;
        while (at < output.length && output[at] != '\r') {
            at++;
        }
        return at;
    }
}
