package io.sallyport.bundles;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a registry answers to a request without a token: where one is given (Distribution, "Token Authentication
 * Specification"). Immutable.
 *
 * @param realm with the query that asks for the token
 */
record RegistryChallenge(CanonicalUrl realm) {
    private static final String SCHEME = "bearer ";
    private static final Pattern PARAMETER = Pattern.compile("([a-z_]+)=\"([^\"\\\\]{0,2048})\"");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{1,16384}");
    private static final JsonLimits LIMITS = new JsonLimits(1 << 20, 16);

    /** Returns the challenge in the headers of an answer; null if there is none that can be met. */
    static @Nullable RegistryChallenge of(HttpHeaders headers) {
        String header = headers.get(HttpHeaderNames.WWW_AUTHENTICATE, "");
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        Map<String, String> parameters = new HashMap<>();
        PARAMETER.matcher(header).results().forEach(found -> parameters.put(found.group(1), found.group(2)));
        String realm = parameters.getOrDefault("realm", "");
        var url = new StringBuilder(realm);
        char next = realm.indexOf('?') < 0 ? '?' : '&';
        for (String name : new String[] {"service", "scope"}) {
            String value = parameters.get(name);
            if (value != null) {
                url.append(next).append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                next = '&';
            }
        }
        return RemoteService.url(url.toString()) instanceof Parsed.Accepted<CanonicalUrl>(CanonicalUrl read)
                ? new RegistryChallenge(read)
                : null;
    }

    /** Returns the token in the answer of a token service; null if there is none that a header can have. */
    static @Nullable String token(byte[] body) {
        if (!(RegoJson.parse(body, LIMITS) instanceof ParsedJson.Accepted(RegoObject object))) {
            return null;
        }
        String token = object.get("token") instanceof RegoString found
                ? found.text()
                : object.get("access_token") instanceof RegoString other ? other.text() : "";
        return TOKEN.matcher(token).matches() ? token : null;
    }
}
