package io.sallyport.gateway.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.configuration.OidcSettings;
import io.sallyport.console.session.FormFields;
import io.sallyport.console.session.LoginAttempt;
import io.sallyport.console.session.LoginProvider;
import io.sallyport.console.session.LoginProvider.Ending.Refused;
import io.sallyport.credentials.OutwardHttp;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.egress.NettyDialer;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.jwt.JwsKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logins at an OpenID provider by the authorization code flow (OpenID Connect Core section 3.1) with PKCE (RFC 7636).
 * Asks it on threads of its own, so that a slow one delays nothing else. Safe for concurrent use; its creator closes
 * it.
 */
public final class OpenIdProvider implements LoginProvider, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenIdProvider.class);

    /** Whose share of the dialer's slots is used. */
    private static final SandboxId SHARE = new SandboxId("console-logins");

    /** How long one answer of the provider may take. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(10);

    static final int THREADS = 2;

    /** The maximum number of logins that wait for a thread; one more is refused. */
    static final int MAX_WAITING = 32;

    private static final Pattern CODE = Pattern.compile("[ -~]{1,4096}");

    private final OidcSettings settings;
    private final NettyDialer dialer;
    private final ProviderClient client;
    private final IdentityTokens tokens;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            new DefaultThreadFactory("console-login", true));

    private OpenIdProvider(OidcSettings settings, NettyDialer dialer, ProviderClient client, IdentityTokens tokens) {
        this.settings = settings;
        this.dialer = dialer;
        this.client = client;
        this.tokens = tokens;
    }

    /**
     * Opens a provider, which is asked when somebody logs in.
     *
     * @param dialer for connections to it; this takes it over
     * @param loops for those connections
     * @param nanoClock elapsed nanoseconds
     */
    public static OpenIdProvider open(
            OidcSettings settings,
            NettyDialer dialer,
            EventLoopGroup loops,
            InstantSource wall,
            LongSupplier nanoClock) {
        var http = new OutwardHttp(dialer, loops::next, SHARE, ANSWER_TIME);
        return new OpenIdProvider(
                settings, dialer, new ProviderClient(settings, http, nanoClock), new IdentityTokens(settings, wall));
    }

    @Override
    public String name() {
        return settings.endpoint().url().authority();
    }

    @Override
    public Duration longest() {
        return settings.session();
    }

    @Override
    public CompletionStage<Beginning> begin(LoginAttempt attempt) {
        return onThread(
                () -> switch (client.metadata()) {
                    case Parsed.Rejected<ProviderMetadata>(var why, int _) -> {
                        LOG.warn("console.oidc: nobody can log in: {}", why);
                        yield new Beginning.Unavailable("the provider cannot be used: " + why);
                    }
                    case Parsed.Accepted<ProviderMetadata>(var metadata) ->
                        new Beginning.At(address(metadata, attempt));
                },
                new Beginning.Unavailable("too many logins wait for the provider"));
    }

    private String address(ProviderMetadata metadata, LoginAttempt attempt) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", settings.clientId());
        query.put("redirect_uri", attempt.redirect());
        query.put("scope", String.join(" ", settings.scopes()));
        query.put("state", attempt.state());
        query.put("nonce", attempt.nonce());
        query.put("code_challenge", challenge(attempt.verifier()));
        query.put("code_challenge_method", "S256");
        String added = query.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return metadata.authorization() + (metadata.authorization().getRawQuery() == null ? "?" : "&") + added;
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public CompletionStage<Ending> end(LoginAttempt attempt, FormFields answer) {
        return onThread(() -> ended(attempt, answer), new Refused("too many logins wait for the provider"));
    }

    private Ending ended(LoginAttempt attempt, FormFields answer) {
        return switch (client.metadata()) {
            case Parsed.Rejected<ProviderMetadata>(var why, int _) -> new Refused(why);
            case Parsed.Accepted<ProviderMetadata>(var metadata) -> ended(metadata, attempt, answer);
        };
    }

    private Ending ended(ProviderMetadata metadata, LoginAttempt attempt, FormFields answer) {
        boolean isNamed = answer.values().containsKey("iss");
        if (isNamed ? !answer.text("iss").equals(settings.issuer()) : metadata.namesItself()) {
            return new Refused("the answer is of another provider (iss)");
        }
        if (answer.values().containsKey("error")) {
            return new Refused("the provider did not log you in" + OAuthErrors.named(answer.text("error")));
        }
        String code = answer.text("code");
        if (!CODE.matcher(code).matches()) {
            return new Refused("the answer has no code");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", "authorization_code");
        parameters.put("code", code);
        parameters.put("redirect_uri", attempt.redirect());
        parameters.put("code_verifier", attempt.verifier());
        return switch (client.redeem(metadata, parameters)) {
            case Parsed.Rejected<String>(var why, int _) -> new Refused(why);
            case Parsed.Accepted<String>(var token) ->
                switch (verified(metadata, token)) {
                    case Parsed.Rejected<Members>(var why, int _) -> new Refused(why);
                    case Parsed.Accepted<Members>(var claims) -> tokens.read(claims, attempt.nonce());
                };
        };
    }

    /** Verifies a token by the keys that are kept, and if they did not sign it, by those of now. */
    private Parsed<Members> verified(ProviderMetadata metadata, String token) {
        return switch (verified(metadata, token, false)) {
            case Parsed.Accepted<Members> accepted -> accepted;
            case Parsed.Rejected<Members> _ -> verified(metadata, token, true);
        };
    }

    private Parsed<Members> verified(ProviderMetadata metadata, String token, boolean unknown) {
        return switch (client.keys(metadata, unknown)) {
            case Parsed.Rejected<List<JwsKey.Named>>(var why, int _) -> new Parsed.Rejected<>(why);
            case Parsed.Accepted<List<JwsKey.Named>>(var keys) -> tokens.verify(token, keys);
        };
    }

    private <T> CompletionStage<T> onThread(Supplier<T> work, T busy) {
        try {
            return CompletableFuture.supplyAsync(work, threads);
        } catch (RejectedExecutionException _) {
            return CompletableFuture.completedStage(busy);
        }
    }

    /** Breaks off what asks the provider. */
    @Override
    public void close() {
        threads.shutdownNow();
        dialer.close();
    }
}
