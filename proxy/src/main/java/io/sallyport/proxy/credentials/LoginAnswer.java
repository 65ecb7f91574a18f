package io.sallyport.proxy.credentials;

import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The answer of a token endpoint with its tokens: the members {@code access_token} and {@code refresh_token} (RFC 6749,
 * section 5.1) and {@code id_token} (OpenID Connect Core 1.0, section 3.1.3.3), however deep they stand. Immutable.
 */
public final class LoginAnswer {
    /** Of one token, in characters. */
    static final int MAX_TOKEN_CHARS = 8_192;

    /** Shorter ones would be found in other texts by chance. */
    static final int LEAST_TOKEN_CHARS = 8;

    private static final Set<String> MEMBERS = Set.of("access_token", "refresh_token", "id_token");
    private static final String LIFE = "expires_in";
    private static final JsonFactory FACTORY = new JsonFactory();

    private final String text;
    private final List<Place> places;
    private final @Nullable Duration life;

    private LoginAnswer(String text, List<Place> places, @Nullable Duration life) {
        this.text = text;
        this.places = places;
        this.life = life;
    }

    private record Place(String member, String token, int from, int to) {}

    /** Reads an answer; rejects one of which it is not certain what its tokens are. */
    public static Parsed<LoginAnswer> read(String text) {
        List<Place> places = new ArrayList<>();
        Set<String> lives = new HashSet<>();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                String member = token == JsonToken.PROPERTY_NAME ? parser.getString() : "";
                String fault = MEMBERS.contains(member) ? add(member, parser, places) : null;
                if (fault != null) {
                    return new Parsed.Rejected<>(fault);
                }
                if (member.equals(LIFE)) {
                    lives.add(parser.nextToken().isScalarValue() ? parser.getString() : "");
                }
            }
        } catch (JacksonException _) {
            return new Parsed.Rejected<>("no JSON");
        }
        return new Parsed.Accepted<>(new LoginAnswer(text, List.copyOf(places), life(lives)));
    }

    private static @Nullable Duration life(Set<String> said) {
        String one = said.size() == 1 ? said.iterator().next() : "";
        return one.matches("[0-9]{1,9}") ? Duration.ofSeconds(Long.parseLong(one)) : null;
    }

    private static @Nullable String add(String member, JsonParser parser, List<Place> places) {
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_NULL) {
            return null;
        }
        if (value != JsonToken.VALUE_STRING) {
            return member + " is no string";
        }
        String token = parser.getString();
        if (places.stream()
                .anyMatch(
                        place -> place.member().equals(member) && !place.token().equals(token))) {
            return "more than one " + member;
        }
        int from = (int) parser.currentTokenLocation().getCharOffset();
        places.add(new Place(member, token, from, (int) parser.currentLocation().getCharOffset()));
        return isToken(token)
                ? null
                : member + " is no token of " + LEAST_TOKEN_CHARS + " to " + MAX_TOKEN_CHARS + " visible characters";
    }

    private static boolean isToken(String token) {
        return token.length() >= LEAST_TOKEN_CHARS
                && token.length() <= MAX_TOKEN_CHARS
                && token.chars().allMatch(c -> c > ' ' && c < 0x7f)
                && !PlaceholderMarker.isIn(token);
    }

    /** Returns the token of that member, or null. */
    public @Nullable String token(String member) {
        return places.stream()
                .filter(place -> place.member().equals(member))
                .map(Place::token)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns how long the access token is of use after the request began ({@code expires_in}); null where the answer
     * does not say, says two values, or none from 0 to 999,999,999 seconds.
     */
    public @Nullable Duration life() {
        return life;
    }

    /**
     * Returns the answer with other texts in the place of its tokens, which it does not show elsewhere either.
     *
     * @param placeholder of a member
     * @param hidden the tokens
     */
    public String with(UnaryOperator<String> placeholder, List<SecretPatterns> hidden) {
        var shown = new StringBuilder();
        int end = 0;
        for (Place place : places) {
            shown.append(text, end, place.from()).append(JsonString.quoted(placeholder.apply(place.member())));
            end = place.to();
        }
        String whole = shown.append(text, end, text.length()).toString();
        for (SecretPatterns patterns : hidden) {
            whole = new Redaction(patterns).of(whole);
        }
        return whole;
    }

    /** Without the tokens. */
    @Override
    public String toString() {
        return "LoginAnswer[" + places.size() + "]";
    }
}
