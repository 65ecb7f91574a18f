package io.sallyport.cli.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One try to get a secret out of a gateway.
 *
 * @param kind what is hostile, or what goes wrong
 * @param sandbox whose credentials the client has
 * @param expected what the client is told; empty for anything
 * @param arguments of curl, in which {@code @MINE} and {@code @THEIRS} are placeholders of two sandboxes
 */
record LeakAttempt(String kind, String name, String sandbox, String expected, List<String> arguments) {
    private static final String BEARER = "Authorization: Bearer @MINE";
    private static final String FORGE = "https://api.test/forge/";

    static Stream<LeakAttempt> all() {
        return Stream.of(echoes(), redirects(), errors(), retries(), others(), questions())
                .flatMap(attempts -> attempts);
    }

    /** A target that sends back what it was sent. */
    private static Stream<LeakAttempt> echoes() {
        return CredentialLeaksTest.WAYS.stream().map(way -> sent("hostile upstream", way, FORGE + way));
    }

    /** Redirects that a client follows with the field that it was given. */
    private static Stream<LeakAttempt> redirects() {
        return Stream.of("301", "302", "303", "307", "308", "plain", "user", "unbound")
                .map(way -> of(
                        "hostile redirect",
                        way,
                        "credential_endpoint_mismatch",
                        FORGE + "to-" + way,
                        "-L",
                        "-H",
                        "X-Token: @MINE"));
    }

    /** Where a request ends decides who writes of it what. */
    private static Stream<LeakAttempt> errors() {
        return Stream.of(
                sent("time of an error", "nobody listens", "https://down.test/forge/x"),
                sent("time of an error", "the name is of another", "https://wrong.test/forge/x"),
                sent("time of an error", "no such name", "https://none.test/forge/x"),
                of("time of an error", "no secret yet", "credential_unavailable", "https://api.test/unread/x"),
                of("time of an error", "a bad field", "", FORGE + "x", "-H", BEARER, "-H", "X Y: @MINE"),
                of("time of an error", "a long head", "", FORGE + "x", "-H", BEARER, "-H", "X: " + "x".repeat(20_000)),
                of("time of an error", "a client that leaves", "", FORGE + "silence", "-H", BEARER, "-m", "2"),
                of("time of an error", "a client that leaves an answer", "", FORGE + "stall", "-H", BEARER, "-m", "2"),
                of(
                        "time of an error",
                        "a body that ends early",
                        "",
                        FORGE + "x",
                        "-H",
                        BEARER,
                        "-H",
                        "Content-Length: 99",
                        "-d",
                        "a",
                        "-m",
                        "2"),
                of("time of an error", "a method that is none", "", FORGE + "x", "-H", BEARER, "-X", "@MINE"));
    }

    private static Stream<LeakAttempt> retries() {
        return Stream.of("503", "429", "close", "cut", "malformed")
                .map(way -> of(
                        "retry",
                        way,
                        "",
                        FORGE + way,
                        "-H",
                        BEARER,
                        "--retry",
                        "1",
                        "--retry-delay",
                        "1",
                        "--retry-all-errors"));
    }

    private static Stream<LeakAttempt> others() {
        String unresolved = "credential_unresolved";
        String kind = "another sandbox's placeholder";
        return Stream.of(
                of(kind, "in a field", unresolved, FORGE + "x", "-H", "Authorization: Bearer @THEIRS"),
                of(kind, "as a password", unresolved, FORGE + "x", "-u", "x:@THEIRS"),
                of(kind, "in a path", unresolved, FORGE + "@THEIRS"),
                of(kind, "in a query", unresolved, FORGE + "x?t=@THEIRS"),
                of(kind, "beside its own", unresolved, FORGE + "x", "-H", BEARER, "-H", "X-B: @THEIRS"),
                new LeakAttempt(kind, "the other way", "sb-2", unresolved, List.of(FORGE + "x", "-H", BEARER)));
    }

    /** What a sandbox may ask the gateway about itself. */
    private static Stream<LeakAttempt> questions() {
        return Stream.of("v1/whoami", "v1/denials", "tools.json", "ca.pem", "v1/nothing")
                .map(path -> of("question to the gateway", path, "", "http://sallyport.internal/" + path));
    }

    private static LeakAttempt sent(String kind, String name, String url) {
        return of(kind, name, "", url, "-H", BEARER);
    }

    private static LeakAttempt of(String kind, String name, String expected, String... arguments) {
        return new LeakAttempt(kind, name, "sb-1", expected, List.of(arguments));
    }

    /** Returns the command, with those placeholders. */
    List<String> command(String mine, String theirs) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-i", "--max-time", "20"));
        arguments.stream()
                .map(word -> word.replace("@MINE", mine).replace("@THEIRS", theirs))
                .forEach(command::add);
        return command;
    }

    @Override
    public String toString() {
        return kind + ": " + name;
    }
}
