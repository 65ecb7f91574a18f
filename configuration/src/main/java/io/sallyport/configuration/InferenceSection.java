package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.FilePlace;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.provider.ProviderSection;
import io.sallyport.egress.http.KeptLimits;
import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelPrice;
import io.sallyport.inference.PriceTable;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.Dialect;
import io.sallyport.models.ModelBackend;
import io.sallyport.models.ModelLimits;
import io.sallyport.models.ModelSettings;
import io.sallyport.models.PromptRecording;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code inference}: the servers of models that sandboxes reach, and what models cost. */
final class InferenceSection {
    private static final int MOST_BACKENDS = 64;
    private static final int MOST_MODELS = 256;

    private static final Keys INFERENCE = new Keys("inference");
    private static final Key<Duration> TIME = INFERENCE.value(
            "timeout", Form.DURATION, ModelLimits.DEFAULT.time(), "From a request to the end of its answer.");
    private static final Key<Duration> FIRST_TOKEN = INFERENCE.value(
            "first_token_timeout",
            Form.DURATION,
            ModelLimits.DEFAULT.firstToken(),
            "Until the first byte of a stream; then the next backend is tried.");
    private static final Key<Integer> MAX_TOKENS = INFERENCE.value(
            "max_tokens",
            Form.number(1, 1_000_000),
            ModelLimits.DEFAULT.outputTokens(),
            "Most tokens of output where a budget counts and the request does not say.");

    private static final Key<String> RATES = INFERENCE.list(
            "rates",
            Forms.WORD,
            "none",
            "[Rates](#rates) of every call of a model, beside those that policies attach.");
    private static final Key<Integer> RECORDED_PROMPT_BYTES = INFERENCE.value(
            "recorded_prompt_bytes",
            Form.number(0, PromptRecording.MOST_BYTES),
            0,
            "Most bytes that the texts of a prompt take of its [record](inference.md#prompts-in-records), without those"
                    + " that hold a secret. 0: no record holds a prompt.");
    private static final Form<Integer> COUNT = Form.number(0, 100_000);
    private static final Key<Integer> IDLE_CONNECTIONS_PER_SANDBOX = INFERENCE.value(
            "idle_connections_per_sandbox",
            COUNT,
            ModelLimits.DEFAULT.idle().each(),
            "Kept connections of one sandbox to one backend that no call uses; over it the oldest is closed.");
    private static final Key<Integer> IDLE_CONNECTIONS = INFERENCE.value(
            "idle_connections",
            COUNT,
            ModelLimits.DEFAULT.idle().all(),
            "The same of all sandboxes; each is a descriptor. 0: each call opens its own.");
    private static final Key<Duration> IDLE_TIMEOUT = INFERENCE.value(
            "idle_timeout",
            Form.DURATION,
            ModelLimits.DEFAULT.idle().idle(),
            "How long a kept connection waits for the next call. Less than the backends wait.");

    private static final Keys BACKENDS = new Keys("inference.backends.*");
    private static final Key<ModelApi> API = BACKENDS.optional(
            "api", Forms.words(ModelApi.values(), ModelApi::word), "none: it has to be set", "What it speaks.");
    private static final Key<CanonicalUrl> URL = BACKENDS.optional(
            "url",
            Form.text("https://HOST[:PORT][/PATH], or http:// without a provider", InferenceSection::url),
            "none: it has to be set",
            "Where its paths begin, without `/v1`, such as `https://api.openai.com` ([inference](inference.md)).");
    private static final Key<String> PROVIDER =
            BACKENDS.optional("provider", Forms.WORD, "none", "The [provider](#providers) whose secret it is shown.");
    private static final Key<String> CERTIFICATE = BACKENDS.optional(
            "certificate",
            Forms.WORD,
            "none",
            "The [provider](#providers) whose client certificate it is shown if it asks for one in TLS.");
    private static final Key<String> MODELS = BACKENDS.map(
            "models", Forms.WORD, "every name, as it is", "Names that sandboxes use, with the name of each there.");
    private static final Key<Boolean> LOCATION = BACKENDS.value(
            "location",
            Form.words(Forms.two("local", true, "remote", false)),
            false,
            "Whether it runs on machines of your own; those are tried first.");
    private static final Key<Integer> WEIGHT =
            BACKENDS.value("weight", Form.number(1, 1_000), 1, "Its share among those of one location.");
    private static final Key<String> LABELS =
            BACKENDS.map("labels", Forms.WORD, "none", "Labels that a sandbox must have to be sent there.");

    private static final Key<Boolean> INTERCEPT = BACKENDS.value(
            "intercept",
            Form.TRUTH,
            false,
            "Whether requests that sandboxes send to its host themselves are requests of models, too.");

    private static final Form<BigDecimal> AMOUNT = Form.text("an amount such as 2.50", InferenceSection::amount);
    private static final Keys PRICES = new Keys("inference.prices.*");
    private static final Key<String> CURRENCY = PRICES.optional(
            "currency",
            Form.text(
                    "a currency of budgets, such as USD",
                    text -> text.matches("[A-Za-z][A-Za-z0-9_.-]{0,31}") ? text : null),
            "none: it has to be set",
            "The currency of `cost.budget` that it is charged to.");
    private static final Key<BigDecimal> INPUT =
            PRICES.optional("input", AMOUNT, "none: it has to be set", "For a million tokens of input.");
    private static final Key<BigDecimal> OUTPUT =
            PRICES.optional("output", AMOUNT, "none: it has to be set", "For a million tokens of output.");
    private static final Key<BigDecimal> CACHED = PRICES.optional(
            "cached", AMOUNT, "`input`", "For a million tokens that the provider reads from its cache.");
    private static final Key<BigDecimal> CACHE_WRITE = PRICES.optional(
            "cache_write", AMOUNT, "`input`", "For a million tokens that the provider writes to its cache.");

    private InferenceSection() {}

    static List<Keys> keys() {
        return List.of(INFERENCE, BACKENDS, PRICES);
    }

    /**
     * @param providers whose secrets backends may name
     * @param rates that are configured
     */
    static ModelSettings read(Section section, Set<String> providers, Set<String> rates) throws ConfigException {
        Section servers = section.section("backends");
        List<ModelBackend> backends = new ArrayList<>();
        for (String name : servers.keys().stream().sorted().toList()) {
            backends.add(backend(name, servers, servers.section(name), providers));
        }
        if (backends.size() > MOST_BACKENDS) {
            throw servers.error(backends.size() + " backends (expected: at most " + MOST_BACKENDS + ")");
        }
        PriceTable prices = prices(section.section("prices"));
        ModelLimits limits = limits(section);
        List<String> named = section.list(RATES, List.of());
        for (String rate : named) {
            if (!rates.contains(rate)) {
                throw section.error("inference.rates: there is no rate " + rate);
            }
        }
        int promptBytes = section.read(RECORDED_PROMPT_BYTES);
        section.end();
        return new ModelSettings(backends, prices, limits, named, promptBytes);
    }

    private static ModelLimits limits(Section section) {
        return new ModelLimits(
                section.read(TIME),
                section.read(FIRST_TOKEN),
                section.read(MAX_TOKENS),
                new KeptLimits(
                        section.read(IDLE_CONNECTIONS_PER_SANDBOX),
                        section.read(IDLE_CONNECTIONS),
                        section.read(IDLE_TIMEOUT),
                        ModelLimits.MAX_CONNECTION_AGE));
    }

    private static ModelBackend backend(String name, Section backends, Section section, Set<String> providers)
            throws ConfigException {
        ModelApi api = section.find(API);
        CanonicalUrl url = section.find(URL);
        String provider = section.find(PROVIDER);
        String certificate = section.find(CERTIFICATE);
        Map<String, String> models = section.map(MODELS);
        boolean isLocal = section.read(LOCATION);
        int weight = section.read(WEIGHT);
        Map<String, String> labels = section.map(LABELS);
        boolean isIntercepted = section.read(INTERCEPT);
        section.end();
        String path = "inference.backends." + name;
        if (!ProviderSection.isName(name)) {
            throw backends.place(name).error(path + " (expected: a name of letters, digits, ._-)");
        }
        if (api == null || url == null) {
            throw backends.place(name).error(path + ": api and url are needed");
        }
        if (models.size() > MOST_MODELS) {
            throw backends.place(name).error(path + ".models: at most " + MOST_MODELS);
        }
        if (provider != null) {
            check(path + ".provider", backends.place(name), url, provider, providers);
        }
        if (certificate != null) {
            check(path + ".certificate", backends.place(name), url, certificate, providers);
        }
        if (isIntercepted && (provider == null || !url.path().text().equals("/"))) {
            throw backends.place(name).error(path + ".intercept: it needs a provider, and a url without a path");
        }
        return new ModelBackend(name, api, url, isLocal, weight, provider, certificate, models, labels, isIntercepted);
    }

    private static void check(String path, FilePlace place, CanonicalUrl url, String provider, Set<String> providers)
            throws ConfigException {
        if (!providers.contains(provider)) {
            throw place.error(path + ": there is no provider " + provider);
        }
        if (url.scheme() != Scheme.HTTPS) {
            throw place.error(path + ": a secret is sent by https alone, which the url is not");
        }
    }

    private static PriceTable prices(Section section) throws ConfigException {
        List<PriceTable.Entry> entries = new ArrayList<>();
        for (String models : section.keys().stream().sorted().toList()) {
            Section price = section.section(models);
            String currency = price.find(CURRENCY);
            BigDecimal input = price.find(INPUT);
            BigDecimal output = price.find(OUTPUT);
            if (currency == null || input == null || output == null) {
                throw section.place(models)
                        .error("inference.prices." + models + ": currency, input and output are needed");
            }
            BigDecimal cached = price.read(CACHED, input);
            BigDecimal cacheWrite = price.read(CACHE_WRITE, input);
            price.end();
            entries.add(new PriceTable.Entry(models, new ModelPrice(currency, input, output, cached, cacheWrite)));
        }
        if (entries.size() > PriceTable.MAX_ENTRIES) {
            throw section.error(entries.size() + " prices (expected: at most " + PriceTable.MAX_ENTRIES + ")");
        }
        return new PriceTable(entries);
    }

    private static @Nullable CanonicalUrl url(String text) {
        return CanonicalUrl.parse(text, Dialect.DOCUMENT)
                                instanceof Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url)
                        && Set.of(Scheme.HTTP, Scheme.HTTPS).contains(url.scheme())
                        && url.query().text() == null
                ? url
                : null;
    }

    private static @Nullable BigDecimal amount(String text) {
        if (!text.matches("[0-9]{1,6}(\\.[0-9]{1,9})?")) {
            return null;
        }
        var amount = new BigDecimal(text);
        return ModelPrice.isPrice(amount) ? amount : null;
    }
}
