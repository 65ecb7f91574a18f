package io.sallyport.gateway.credentials;

import io.sallyport.configuration.provider.LoginSettings;
import io.sallyport.control.calls.LoginReport;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.BoundEndpoint;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialBinding;
import io.sallyport.proxy.credentials.CredentialUse;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.EndpointBinding;
import io.sallyport.proxy.credentials.LoginAnswer;
import io.sallyport.proxy.credentials.PlaceholderShape;
import io.sallyport.proxy.credentials.SecretPatterns;
import io.sallyport.proxy.credentials.TokenAnswers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one login of one sandbox, in memory alone. Each kind of token has one placeholder for as long as the
 * sandbox is there, so that a program goes on with what it has stored after another has refreshed. A later answer
 * replaces the tokens that it has. Safe for concurrent use; readers never wait.
 */
final class SandboxLogin implements TokenAnswers {
    /** Of all tokens of one login, in characters. */
    static final int MAX_CHARS = 16_384;

    private static final String ACCESS = "access_token";
    private static final String REFRESH = "refresh_token";
    private static final String ID = "id_token";
    private static final CredentialValue NONE = new CredentialValue.Unset(null);
    private static final Values NOTHING = new Values(NONE, NONE, NONE, null);

    private final LoginSettings settings;
    private final InstantSource clock;
    private final TokenSpace space;
    private final Map<String, String> keys; // of placeholders, by member
    private final List<Credential> credentials;
    private Map<String, String> tokens = Map.of(); // by member
    private volatile Values values = NOTHING;
    private boolean ended;

    SandboxLogin(LoginSettings settings, Function<String, byte[]> ids, TokenSpace space, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.space = space;
        this.keys = Stream.of(ACCESS, REFRESH, ID)
                .collect(Collectors.toUnmodifiableMap(
                        member -> member, member -> PlaceholderShape.PLAIN.key(ids.apply(member))));
        BoundEndpoint tokenUrl = settings.tokenUrl();
        var atToken = new EndpointBinding(List.of(tokenUrl), Set.of());
        CredentialBinding beside = request -> settings.binding().admits(request) && !atToken.admits(request);
        CredentialUse sent = new CredentialUse(
                List.of(), OwnValue.REMOVE, settings.requires(), InBodies.REFUSE, InAnswers.REDACT, null);
        CredentialUse filled =
                new CredentialUse(List.of(), OwnValue.REMOVE, false, InBodies.FILL, InAnswers.REDACT, null);
        CredentialValue answers = new CredentialValue.Unset(this);
        String name = settings.name();
        this.credentials = List.of(
                new Credential(name, key(ACCESS), "", () -> values.access(), beside, sent),
                new Credential(name, key(REFRESH), "", () -> values.refresh(), atToken, filled),
                new Credential(name, key(ID), "", () -> values.id(), atToken, filled),
                new Credential(name, name, "", () -> answers, atToken, CredentialUse.PLACEHOLDERS));
    }

    /** @param end of the access token, as far as its answer said one */
    private record Values(
            CredentialValue access,
            CredentialValue refresh,
            CredentialValue id,
            @Nullable Instant end) {}

    private String key(String member) {
        return Objects.requireNonNull(keys.get(member));
    }

    List<Credential> credentials() {
        return credentials;
    }

    @Override
    public Parsed<String> keep(String answer) {
        return switch (LoginAnswer.read(answer)) {
            case Parsed.Rejected(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted(LoginAnswer read) -> keep(read);
        };
    }

    private synchronized Parsed<String> keep(LoginAnswer answer) {
        Map<String, String> next = new HashMap<>(tokens);
        keys.keySet().forEach(member -> {
            String token = answer.token(member);
            if (token != null) {
                next.put(member, token);
            }
        });
        if (ended || chars(next) > MAX_CHARS || !space.take(chars(next) - chars(tokens))) {
            return new Parsed.Rejected<>("there is no room for its tokens");
        }
        SecretPatterns access = SecretPatterns.of(next.getOrDefault(ACCESS, ""));
        SecretPatterns others = SecretPatterns.of(next.getOrDefault(REFRESH, ""), next.getOrDefault(ID, ""));
        tokens = Map.copyOf(next);
        values = new Values(
                value(next.get(ACCESS), access),
                value(next.get(REFRESH), others),
                value(next.get(ID), others),
                answer.token(ACCESS) == null ? values.end() : end(answer));
        return new Parsed.Accepted<>(answer.with(this::key, List.of(access, others)));
    }

    private @Nullable Instant end(LoginAnswer answer) {
        return answer.life() == null ? null : clock.instant().plus(answer.life());
    }

    private static int chars(Map<String, String> tokens) {
        return tokens.values().stream().mapToInt(String::length).sum();
    }

    private static CredentialValue value(@Nullable String token, SecretPatterns patterns) {
        return token == null ? NONE : new CredentialValue.Known(token, patterns);
    }

    /** Tells which tokens there are. */
    List<LoginReport> reports(SandboxId sandbox) {
        Values now = values;
        List<LoginReport> reports = new ArrayList<>();
        if (now.access() instanceof CredentialValue.Known) {
            List<String> endpoints = settings.binding().endpoints().stream()
                    .map(BoundEndpoint::text)
                    .toList();
            reports.add(report(sandbox, ACCESS, endpoints, now.end()));
        }
        if (now.refresh() instanceof CredentialValue.Known) {
            reports.add(report(sandbox, REFRESH, List.of(settings.tokenUrl().text()), null));
        }
        if (now.id() instanceof CredentialValue.Known) {
            reports.add(report(sandbox, ID, List.of(settings.tokenUrl().text()), null));
        }
        return reports;
    }

    private LoginReport report(SandboxId sandbox, String token, List<String> endpoints, @Nullable Instant end) {
        return new LoginReport(settings.name(), sandbox.text(), token, endpoints, end);
    }

    /** Forgets the tokens; none is kept any more. */
    synchronized void end() {
        space.take(-chars(tokens));
        ended = true;
        tokens = Map.of();
        values = NOTHING;
    }
}
