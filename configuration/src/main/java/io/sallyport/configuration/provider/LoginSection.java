package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.BoundEndpoint;
import io.sallyport.proxy.credentials.EndpointBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code logins}: token endpoints whose answers give sandboxes placeholders. */
public final class LoginSection {
    private static final int MOST_LOGINS = 16;
    private static final int MOST_ENDPOINTS = 64;

    private static final Keys LOGINS = new Keys("logins.*");
    private static final Key<BoundEndpoint> TOKEN_URL = LOGINS.optional(
            "token_url",
            Form.text("https://HOST[:PORT]/PATH", LoginSection::tokenUrl),
            "none: it has to be set",
            "The token endpoint, whose answers have the tokens ([logins](credentials.md#logins)).");
    private static final Key<BoundEndpoint> ENDPOINTS =
            LOGINS.list("endpoints", ProviderSection.ENDPOINT, "none: it has to be set", "Where access tokens may go.");
    private static final Key<String> METHODS = LOGINS.list(
            "methods", ProviderSection.METHOD, "any method", "The methods of the requests that may have one.");
    private static final Key<Boolean> REQUIRE = LOGINS.value(
            "require",
            Form.TRUTH,
            true,
            "Whether a request there with any other credential is refused (`foreign_credential`).");

    private LoginSection() {}

    /** Returns the keys, for the reference page and the schema. */
    public static List<Keys> keys() {
        return List.of(LOGINS);
    }

    /**
     * Reads the section.
     *
     * @param providers whose names these are not
     */
    public static List<LoginSettings> read(Section section, Set<String> providers) throws ConfigException {
        List<LoginSettings> logins = new ArrayList<>();
        for (String name : section.keys().stream().sorted().toList()) {
            if (!ProviderSection.isName(name) || providers.contains(name)) {
                throw section.place(name)
                        .error("logins: " + name + " (expected: a name of letters, digits, ._-, of no provider)");
            }
            logins.add(login(name, section, section.section(name)));
        }
        if (logins.size() > MOST_LOGINS) {
            throw section.place("").error("logins: " + logins.size() + " (expected: at most " + MOST_LOGINS + ")");
        }
        return logins;
    }

    private static LoginSettings login(String name, Section logins, Section section) throws ConfigException {
        BoundEndpoint tokenUrl = section.find(TOKEN_URL);
        List<BoundEndpoint> endpoints = section.list(ENDPOINTS);
        List<String> methods = section.list(METHODS);
        boolean requires = section.read(REQUIRE);
        section.end();
        if (tokenUrl == null || endpoints.isEmpty() || endpoints.size() > MOST_ENDPOINTS) {
            throw logins.place(name)
                    .error("logins." + name + ": token_url and 1 to " + MOST_ENDPOINTS + " endpoints are needed");
        }
        return new LoginSettings(name, tokenUrl, new EndpointBinding(endpoints, Set.copyOf(methods)), requires);
    }

    /** One path of one host: its answers are read. */
    private static @Nullable BoundEndpoint tokenUrl(String text) {
        return BoundEndpoint.read(text) instanceof Parsed.Accepted(BoundEndpoint read)
                        && read.isLiteral()
                        && !read.path().isEmpty()
                ? read
                : null;
    }
}
