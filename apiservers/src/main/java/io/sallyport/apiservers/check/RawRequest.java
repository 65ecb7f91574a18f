package io.sallyport.apiservers.check;

import java.util.ArrayList;
import java.util.List;

/**
 * A request as it is written.
 *
 * @param headers lines without their ends
 */
record RawRequest(String method, String target, List<String> headers, String body) {
    RawRequest {
        headers = List.copyOf(headers);
    }

    static RawRequest of(String method, String target) {
        return new RawRequest(method, target, List.of(), "");
    }

    static RawRequest get(String target) {
        return of("GET", target);
    }

    RawRequest with(String header) {
        List<String> more = new ArrayList<>(headers);
        more.add(header);
        return new RawRequest(method, target, more, body);
    }

    RawRequest bearer(String token) {
        return with("Authorization: Bearer " + token);
    }

    /** With its length. */
    RawRequest json(String text) {
        return new RawRequest(method, target, headers, text)
                .with("Content-Type: application/json")
                .with("Content-Length: " + text.length());
    }

    /** Its head alone; the connection is to be closed after the answer. */
    String head() {
        return method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + String.join("", headers.stream().map(line -> line + "\r\n").toList()) + "\r\n";
    }
}
