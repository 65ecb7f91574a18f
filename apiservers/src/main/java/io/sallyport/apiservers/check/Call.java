package io.sallyport.apiservers.check;

import java.util.ArrayList;
import java.util.List;

/**
 * A request as it is written.
 *
 * @param headers lines without their ends
 */
record Call(String method, String target, List<String> headers, String body) {
    Call {
        headers = List.copyOf(headers);
    }

    static Call of(String method, String target) {
        return new Call(method, target, List.of(), "");
    }

    static Call get(String target) {
        return of("GET", target);
    }

    Call with(String header) {
        List<String> more = new ArrayList<>(headers);
        more.add(header);
        return new Call(method, target, more, body);
    }

    Call bearer(String token) {
        return with("Authorization: Bearer " + token);
    }

    /** With its length. */
    Call json(String text) {
        return new Call(method, target, headers, text)
                .with("Content-Type: application/json")
                .with("Content-Length: " + text.length());
    }

    /** Its head alone; the connection is to be closed after the answer. */
    String head() {
        return method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + String.join("", headers.stream().map(line -> line + "\r\n").toList()) + "\r\n";
    }
}
