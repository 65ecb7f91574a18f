package io.sallyport.apiservers.check;

import java.util.Locale;

/** What is wanted of a server, one thing each, in the order in which it is checked. */
public enum ContractClause {
    NO_TOKEN(Part.CONTRACT, "without --token it ends with a failure status"),
    EMPTY_TOKEN(Part.HARDENING, "with an empty --token it ends with a failure status"),
    STARTS(Part.CONTRACT, "with --port, --token and --bind-address, /healthz answers 200 within 30 s"),
    HEALTH_BODY(Part.CONTRACT, "the body of /healthz is {\"status\":\"ok\"}"),
    PORT_TAKEN(Part.CONTRACT, "where the port is taken it ends with a failure status"),
    TOKEN_FILE(Part.CONTRACT, "where it takes --token-file, the token in that file is the one"),
    TOOLS(Part.CONTRACT, "/tools.json lists name, description, endpoint, method and input_schema of each tool"),
    PLAIN(Part.CONTRACT, "answers have no content coding where none is asked for"),
    TOOLS_CLOSED(Part.HARDENING, "/tools.json wants the token"),
    UNAUTHORIZED(Part.CONTRACT, "a tool without a token, or with another one, is 401"),
    BEFORE_BODY(Part.CONTRACT, "401 comes before the body is read"),
    BEFORE_PATH(Part.CONTRACT, "an unknown path without the token is 401"),
    TOKEN_FORMS(Part.HARDENING, "beginnings, tails, other case, Basic and the query are 401"),
    ERRORS(Part.HARDENING, "refusals are {\"error\": \"...\"} in JSON"),
    UNKNOWN_PATH(Part.HARDENING, "an unknown path with the token is 404"),
    WRONG_METHOD(Part.HARDENING, "a method that a path does not have is 405 with Allow"),
    BROKEN_JSON(Part.HARDENING, "a body that is no JSON is 400"),
    BODY_LIMIT(Part.HARDENING, "a body of more than 1 MiB is 413"),
    CHUNKED_LIMIT(Part.HARDENING, "a chunked body of more than 1 MiB is 413"),
    HEADER_LIMIT(Part.HARDENING, "a head of more than 16 KiB is refused"),
    STALLED(Part.HARDENING, "200 connections that stand still stop nobody else"),
    FLOOD_LIMITED(Part.HARDENING, "/healthz is 429 when it is asked without end"),
    FLOOD_HARMLESS(Part.HARDENING, "calls with the token are answered meanwhile"),
    FLOOD_ENDS(Part.HARDENING, "/healthz answers again within 10 s"),
    HEAD_TIMEOUT(Part.HARDENING, "a connection whose head does not end is closed within 30 s"),
    BOUND(Part.CONTRACT, "it listens on the address of --bind-address only"),
    BOUND_BY_DEFAULT(Part.CONTRACT, "without --bind-address it listens on 127.0.0.1 only"),
    SURVIVES(Part.CONTRACT, "it runs until it is told to end, whatever it is asked"),
    TERMINATES(Part.CONTRACT, "SIGTERM: it ends with status 0 within 10 s"),
    IN_FLIGHT(Part.CONTRACT, "SIGTERM: a request that was begun is answered"),
    STOPS_ACCEPTING(Part.CONTRACT, "SIGTERM: no new connection is taken"),
    INTERRUPTS(Part.CONTRACT, "SIGINT: it ends with status 0 within 10 s"),
    STDOUT(Part.CONTRACT, "nothing stands on stdout"),
    LOG_SECRETS(Part.CONTRACT, "the token stands in no log"),
    ANSWER_SECRETS(Part.HARDENING, "the token stands in no answer"),
    LOG_RUN(Part.CONTRACT, "each line of its log has the run of SALLYPORT_RUN");

    private final Part part;
    private final String expected;

    ContractClause(Part part, String expected) {
        this.part = part;
        this.expected = expected;
    }

    /** How much a shortfall weighs. */
    public enum Part {
        /** Without it a server does not work as one. */
        CONTRACT,
        /** Without it a server is easier to break. */
        HARDENING
    }

    public Part part() {
        return part;
    }

    /** What is wanted, in a sentence. */
    public String expected() {
        return expected;
    }

    /** Stable, for programs: {@code no-token}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
