package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.RefreshTimes;
import io.sallyport.model.placeholder.PlaceholderFile;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.BoundEndpoint;
import io.sallyport.proxy.credentials.CredentialUse;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.credentials.EndpointBinding;
import io.sallyport.proxy.credentials.PlaceholderShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers}: the secrets of the gateway that policies grant by name. */
public final class ProviderSection {
    private static final int MOST_PROVIDERS = 256;
    private static final int MOST_ENDPOINTS = 64;
    private static final int MOST_VARIABLES = 16;

    private static final Keys PROVIDERS = new Keys("providers.*");
    static final Form<BoundEndpoint> ENDPOINT = Form.text(
            "https://HOST[:PORT][/PATH], with stars in the host as a network policy has them, or /** behind a path",
            ProviderSection::endpoint);
    static final Form<String> METHOD =
            Form.text("a method in capitals", text -> text.matches("[A-Z][A-Z-]{0,31}") ? text : null);
    private static final Key<BoundEndpoint> ENDPOINTS = PROVIDERS.list(
            "endpoints",
            ENDPOINT,
            "none: it has to be set",
            "Where the secret may go, whatever policies grant ([credentials](credentials.md)).");
    private static final Key<String> METHODS =
            PROVIDERS.list("methods", METHOD, "any method", "The methods of the requests that may have it.");
    private static final Key<String> VARIABLES = PROVIDERS.list(
            "variables",
            Forms.VARIABLE,
            "none",
            "Variables of a sandbox that have the placeholder, such as `GITHUB_TOKEN`.");
    private static final Key<OwnValue> OWN = PROVIDERS.value(
            "own",
            Form.words(Forms.two("remove", OwnValue.REMOVE, "refuse", OwnValue.REFUSE)),
            OwnValue.REMOVE,
            "What becomes of what the sandbox says where `inject` writes.");
    private static final Key<Boolean> REQUIRE = PROVIDERS.value(
            "require",
            Form.TRUTH,
            true,
            "Whether a request with any other credential is refused (`foreign_credential`).");

    private static final Key<InBodies> IN_BODIES = PROVIDERS.value(
            "in_bodies",
            Forms.words(InBodies.values(), word -> word.name().toLowerCase(Locale.ROOT)),
            InBodies.REFUSE,
            "What becomes of a request with a placeholder in its body; `pass` counts if all of a sandbox's providers say"
                    + " so, `fill` [replaces it](credentials.md#in-bodies-and-messages).");

    private static final Key<InAnswers> IN_ANSWERS = PROVIDERS.value(
            "in_answers",
            Forms.words(InAnswers.values(), word -> word.name().toLowerCase(Locale.ROOT)),
            InAnswers.REDACT,
            "What becomes of an answer that has the secret in it: `redact` puts stars in its place, `refuse`"
                    + " [ends the answer](credentials.md#what-is-kept-from-showing).");

    private static final Keys PLACEHOLDER = new Keys("providers.*.placeholder");
    private static final Key<String> BEFORE =
            PLACEHOLDER.optional("before", Forms.WORD, "nothing", "What the placeholder begins with, such as `ghp_`.");
    private static final Key<Integer> LENGTH = PLACEHOLDER.optional(
            "length", Form.number(1, 128), "as short as its 20 random characters let it", "Its length in characters.");

    private static final Keys REFRESH = new Keys("providers.*.refresh");
    private static final Key<Duration> EVERY = REFRESH.optional(
            "every", Form.DURATION, "`5m`; `2s` for files", "When a secret without an end is read again.");
    private static final Key<Duration> MAX_AGE = REFRESH.optional(
            "max_age", Form.DURATION, "`1h`", "How long a secret without an end is used while its source gives none.");
    private static final Key<Duration> BEFORE_END =
            REFRESH.optional("before_end", Form.DURATION, "`1m`", "How long before its end a secret is replaced.");

    private ProviderSection() {}

    /** Returns the keys of the section, in the order of the reference. */
    public static List<Keys> keys() {
        return Stream.of(
                        List.of(PROVIDERS),
                        SecretSection.keys(),
                        InjectSection.keys(),
                        List.of(PLACEHOLDER, REFRESH),
                        PlaceholderFileSection.keys())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Reads the providers, in the order of their names.
     *
     * @param folder against which relative paths are resolved
     * @param state the state directory
     */
    public static List<ProviderSettings> read(Section section, Path folder, Path state) throws ConfigException {
        List<ProviderSettings> providers = new ArrayList<>();
        Set<String> variables = new HashSet<>();
        for (String name : section.keys().stream().sorted().toList()) {
            if (!isName(name)) {
                throw section.place(name).error("providers: " + name + " (expected: a name of letters, digits, ._-)");
            }
            ProviderSettings provider = provider(name, section, section.section(name), folder, state);
            for (String variable : provider.allVariables()) {
                if (!variables.add(variable)) {
                    throw section.place(name)
                            .error("providers." + name + ": " + variable
                                    + " is another provider's too, or named twice");
                }
            }
            providers.add(provider);
        }
        if (providers.size() > MOST_PROVIDERS) {
            throw section.place("")
                    .error("providers: " + providers.size() + " (expected: at most " + MOST_PROVIDERS + ")");
        }
        return providers;
    }

    /**
     * Refuses a provider that neither requests of sandboxes nor a backend of models can have.
     *
     * @param section that was read
     * @param ofBackends names of the providers that backends name
     */
    public static void checkUses(Section section, List<ProviderSettings> providers, Set<String> ofBackends)
            throws ConfigException {
        for (ProviderSettings provider : providers) {
            if (!provider.isForRequests() && !ofBackends.contains(provider.name())) {
                throw section.place(provider.name())
                        .error("providers." + provider.name() + ": inject, or variables or files that have a"
                                + " placeholder, or a backend that names it, are needed");
            }
        }
    }

    /** Returns whether a provider, a login or a backend of models may be called that. */
    public static boolean isName(String name) {
        return name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    }

    private static ProviderSettings provider(String name, Section providers, Section section, Path folder, Path state)
            throws ConfigException {
        SecretSection.Secret secret = SecretSection.read(name, section.section("secret"), folder, state);
        List<BoundEndpoint> endpoints = section.list(ENDPOINTS);
        List<String> methods = section.list(METHODS);
        List<String> variables = section.list(VARIABLES);
        OwnValue own = section.read(OWN);
        boolean requires = section.read(REQUIRE);
        InBodies inBodies = section.read(IN_BODIES);
        InAnswers inAnswers = section.read(IN_ANSWERS);
        InjectSection.Injected injected = section.has("inject")
                ? InjectSection.read(name, section, section.section("inject"))
                : InjectSection.Injected.NOTHING;
        section.pass("inject");
        List<PlaceholderFile> files = PlaceholderFileSection.read(section.section("files"));
        boolean hasPlaceholder = !variables.isEmpty() || !files.isEmpty() || section.has("placeholder");
        PlaceholderShape shape = shape(name, section, section.section("placeholder"));
        RefreshTimes times =
                times(name, section, section.section("refresh"), secret.source().usualTimes());
        section.end();
        String path = "providers." + name + ".";
        if (endpoints.isEmpty() || endpoints.size() > MOST_ENDPOINTS) {
            throw providers.place(name).error(path + "endpoints: 1 to " + MOST_ENDPOINTS + " are needed");
        }
        if (variables.size() > MOST_VARIABLES) {
            throw providers.place(name).error(path + "variables: at most " + MOST_VARIABLES);
        }
        boolean isInjected = !injected.equals(InjectSection.Injected.NOTHING);
        if (secret.isCertified() && (isInjected || hasPlaceholder)) {
            throw providers
                    .place(name)
                    .error(path + "secret.client_certificate: it is shown in TLS alone; inject, variables, files and"
                            + " placeholder do not go with it");
        }
        boolean signs = injected.signing() != null;
        if (signs != secret.isOfAws() || (signs && hasPlaceholder)) {
            throw providers
                    .place(name)
                    .error(path + "inject: aws_sigv4 and secret.aws need each other; variables and placeholder do not"
                            + " go with them");
        }
        return new ProviderSettings(
                name,
                secret.source(),
                secret.value(),
                times,
                new EndpointBinding(endpoints, Set.copyOf(methods)),
                new CredentialUse(injected.injections(), own, requires, inBodies, inAnswers, injected.signing()),
                variables,
                files,
                shape);
    }

    private static PlaceholderShape shape(String name, Section provider, Section section) throws ConfigException {
        String before = section.read(BEFORE, "");
        int length = section.read(LENGTH, before.length() + PlaceholderShape.PLAIN.length());
        section.end();
        return switch (PlaceholderShape.of(before, length)) {
            case Parsed.Accepted(PlaceholderShape shape) -> shape;
            case Parsed.Rejected(String why, int _) ->
                throw provider.place("placeholder").error("providers." + name + ".placeholder: " + why);
        };
    }

    private static RefreshTimes times(String name, Section provider, Section section, RefreshTimes usual)
            throws ConfigException {
        Duration every = section.read(EVERY, usual.ttl());
        Duration maxAge = section.read(MAX_AGE, usual.maxAge());
        Duration beforeEnd = section.read(BEFORE_END, usual.refreshBefore());
        section.end();
        return switch (RefreshTimes.of(every, maxAge, beforeEnd, usual.firstBackoff(), usual.maxBackoff())) {
            case Parsed.Accepted(RefreshTimes times) -> times;
            case Parsed.Rejected(String why, int _) ->
                throw provider.place("refresh").error("providers." + name + ".refresh: " + why);
        };
    }

    private static @Nullable BoundEndpoint endpoint(String text) {
        return BoundEndpoint.read(text) instanceof Parsed.Accepted(BoundEndpoint read) ? read : null;
    }
}
