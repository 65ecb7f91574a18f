package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.Injection;
import io.sallyport.proxy.credentials.PathTemplate;
import io.sallyport.proxy.credentials.SigV4Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.inject}: what each request gets, with or without a placeholder. */
public final class InjectSection {
    private static final Keys INJECT = new Keys("providers.*.inject");
    private static final Form<String> FIELD = Form.text("the name of a field", InjectSection::field);

    private static final Key<String> HEADER = INJECT.optional(
            "header", FIELD, "no field", "The field that has the secret, such as `Authorization` or `X-Api-Key`.");
    private static final Key<String> BEFORE = INJECT.optional(
            "before",
            Form.text("visible text", InjectSection::visible),
            "`Bearer ` in `Authorization`, else nothing",
            "What stands before the secret in `header`.");
    private static final Key<String> BASIC_USER = INJECT.optional(
            "basic_user",
            Form.text("visible text without a colon", text -> text.indexOf(':') < 0 ? visible(text) : null),
            "no Basic credentials",
            "The user name of Basic credentials whose password is the secret, such as `x-access-token`.");
    private static final Key<String> QUERY = INJECT.optional(
            "query",
            Form.text("letters, digits and ._-", text -> text.matches("[A-Za-z0-9._-]{1,64}") ? text : null),
            "no member",
            "The member of the query that has the secret.");
    private static final Key<PathTemplate> PATH = INJECT.optional(
            "path",
            Form.text("/SEGMENT/{credential}", InjectSection::path),
            "no place in the path",
            "Where the secret stands in the path, as in `/bot{credential}`; what stands there is replaced.");
    private static final Key<String> EXTRA = INJECT.map(
            "extra_headers",
            Form.text("visible text", InjectSection::visible),
            "none",
            "Fields that have to stand beside the secret, with their values, which are no secrets.");

    private InjectSection() {}

    /**
     * What is injected.
     *
     * @param signing how requests are signed, or null
     */
    record Injected(List<Injection> injections, @Nullable SigV4Rule signing) {
        static final Injected NOTHING = new Injected(List.of(), null);
    }

    static List<Keys> keys() {
        return List.of(INJECT, SigningSection.keys());
    }

    static Injected read(String provider, Section providers, Section section) throws ConfigException {
        @Nullable String header = section.find(HEADER);
        @Nullable String before = section.find(BEFORE);
        @Nullable String user = section.find(BASIC_USER);
        @Nullable String query = section.find(QUERY);
        @Nullable PathTemplate place = section.find(PATH);
        Map<String, String> extra = section.map(EXTRA);
        @Nullable
        SigV4Rule signing = section.has("aws_sigv4") ? SigningSection.read(section.section("aws_sigv4")) : null;
        section.end();
        long ways = Stream.of(header, user, query, place, signing)
                .filter(way -> way != null)
                .count();
        String path = "providers." + provider + ".inject: ";
        if (ways != 1 || (before != null && header == null)) {
            throw providers
                    .place("inject")
                    .error(path + "one of header (with before), basic_user, query, path and" + " aws_sigv4 is needed");
        }
        for (String name : extra.keySet()) {
            if (field(name) == null) {
                throw providers.place("inject").error(path + name + " is no field that can be injected");
            }
        }
        List<Injection> injections = new ArrayList<>();
        if (header != null) {
            injections.add(new Injection.Header(header, before == null ? usual(header) : before));
        } else if (user != null) {
            injections.add(new Injection.Basic(user));
        } else if (query != null) {
            injections.add(new Injection.Query(query));
        } else if (place != null) {
            injections.add(new Injection.Path(place));
        }
        extra.forEach((name, value) -> injections.add(new Injection.Fixed(name, value)));
        return new Injected(injections, signing);
    }

    private static String usual(String header) {
        return header.equalsIgnoreCase("Authorization") ? "Bearer " : "";
    }

    private static @Nullable String field(String text) {
        return Injection.mayWrite(text) ? text : null;
    }

    private static @Nullable PathTemplate path(String text) {
        return PathTemplate.read(text) instanceof Parsed.Accepted(PathTemplate template) ? template : null;
    }

    private static @Nullable String visible(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f) && text.length() <= 256 ? text : null;
    }
}
