package io.sallyport.leasebridge.provider;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.Shape;
import java.util.Map;

/** The fields of Agent Vault's services, as its {@code broker.go} had them in November 2026. */
final class AgentVaultShape {
    private static final Shape KEY =
            text(key -> key.matches("[A-Z][A-Z0-9_]{0,127}"), "the name of a credential, in capitals,");
    private static final Shape FIELD = text(name -> name.matches("[A-Za-z0-9-]{1,64}"), "the name of a field");
    private static final Shape PORT = number(port -> port >= 1 && port <= 65_535, "a port from 1 to 65535");

    private static final Shape AUTH = object(Map.of(
            "!type", words("bearer", "basic", "api-key", "custom", "passthrough"),
            "token", KEY,
            "username", KEY,
            "password", KEY,
            "key", KEY,
            "header", FIELD,
            "prefix", text(),
            "headers", Shape.map(text())));

    private static final Shape SUBSTITUTION = object(Map.of(
            "!key", KEY,
            "!placeholder", text(),
            "in", list(words("path", "query", "header", "body", "websocket"))));

    static final Shape SERVICE = object(Map.of(
            "name", text(name -> name.length() <= 64 && name.matches("(?=.{3})[a-z0-9]+(-[a-z0-9]+)*"), "a slug"),
            "!host", text(host -> !host.isEmpty(), "a host"),
            "path", text(),
            "port", PORT,
            "enabled", truth(),
            "!auth", AUTH,
            "substitutions", list(SUBSTITUTION)));

    static final Shape DOCUMENT = object(Map.of("vault", text(), "!services", list((_, _, _) -> {})));

    private AgentVaultShape() {}
}
