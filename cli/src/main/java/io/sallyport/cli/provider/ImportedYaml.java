package io.sallyport.cli.provider;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.MembersBuilder;
import io.sallyport.documents.Place;
import io.sallyport.documents.YamlWriter;
import io.sallyport.leasebridge.provider.ImportedInjection;
import io.sallyport.leasebridge.provider.ImportedProvider;
import io.sallyport.leasebridge.provider.ImportedRule;
import io.sallyport.leasebridge.provider.ImportedSecret;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes what was imported: the section {@code providers} of a configuration, and a network policy. */
final class ImportedYaml {
    private ImportedYaml() {}

    static String providers(List<ImportedProvider> providers) {
        if (providers.isEmpty()) {
            return "providers: {}\n";
        }
        StringBuilder yaml = new StringBuilder("providers:\n");
        for (ImportedProvider provider : providers) {
            provider.notes().forEach(note -> yaml.append("  # ").append(note).append('\n'));
            yaml.append(YamlWriter.member(provider.name(), node(provider), 2, 1));
        }
        return yaml.toString();
    }

    static String policy(List<ImportedRule> rules) {
        StringBuilder yaml = new StringBuilder("version: 1\n");
        if (rules.isEmpty()) {
            return yaml.append("network_policies: {}\n").toString();
        }
        yaml.append("network_policies:\n");
        for (ImportedRule rule : rules) {
            Members node = new MembersBuilder(Place.START)
                    .items("endpoints", rule.endpoints())
                    .items("binaries", binaries(rule))
                    .texts("credentials", rule.credentials())
                    .build();
            yaml.append(YamlWriter.member(rule.name(), node, 2, 1));
        }
        return yaml.toString();
    }

    private static List<Members> binaries(ImportedRule rule) {
        return rule.binaries().stream()
                .map(path -> new MembersBuilder(Place.START).text("path", path).build())
                .toList();
    }

    private static Members node(ImportedProvider provider) {
        var node = new MembersBuilder(Place.START)
                .put("secret", secret(provider.secret()))
                .texts("endpoints", provider.endpoints())
                .texts("methods", provider.methods())
                .texts("variables", provider.variables());
        if (provider.fillsContent()) {
            node.text("in_bodies", "fill");
        }
        ImportedInjection injection = provider.injection();
        return injection == null
                ? node.build()
                : node.put("inject", injection(injection, provider.extraHeaders()))
                        .build();
    }

    private static DocumentNode secret(ImportedSecret secret) {
        var node = new MembersBuilder(Place.START);
        return switch (secret) {
            case ImportedSecret.Environment(String variable) ->
                node.text("env", variable).build();
            case ImportedSecret.TextFile(String path, @Nullable String jsonKey) -> {
                node.text("file", path);
                yield jsonKey == null
                        ? node.build()
                        : node.text("json_key", jsonKey).build();
            }
            case ImportedSecret.AwsVariables keys -> node.put("aws", aws(keys)).build();
            case ImportedSecret.AwsProfile(String name) ->
                node.put(
                                "aws",
                                new MembersBuilder(Place.START)
                                        .texts(
                                                "command",
                                                List.of("aws", "configure", "export-credentials", "--profile", name))
                                        .build())
                        .build();
            case ImportedSecret.OauthTokens tokens ->
                node.put("oauth", oauth(tokens)).build();
            case ImportedSecret.SignedGrant(String url, String issuer, String keyFile, List<String> scopes) ->
                node.put(
                                "jwt",
                                new MembersBuilder(Place.START)
                                        .text("token_url", url)
                                        .text("issuer", issuer)
                                        .put(
                                                "key",
                                                new MembersBuilder(Place.START)
                                                        .text("file", keyFile)
                                                        .build())
                                        .texts("scopes", scopes)
                                        .build())
                        .build();
        };
    }

    private static DocumentNode aws(ImportedSecret.AwsVariables keys) {
        var variables = new MembersBuilder(Place.START)
                .text("access_key_id", keys.accessKeyId())
                .text("secret_access_key", keys.secretAccessKey());
        String token = keys.sessionToken();
        if (token != null) {
            variables.text("session_token", token);
        }
        return new MembersBuilder(Place.START).put("env", variables.build()).build();
    }

    private static DocumentNode oauth(ImportedSecret.OauthTokens tokens) {
        var oauth = new MembersBuilder(Place.START)
                .text("token_url", tokens.tokenUrl())
                .text("client_id", tokens.clientId())
                .text("authentication", "body");
        variable(oauth, "client_secret", tokens.clientSecret());
        variable(oauth, "refresh_token", tokens.refreshToken());
        variable(oauth, "seal_key", tokens.sealKey());
        if (!tokens.scopes().isEmpty()) {
            var parameters = new MembersBuilder(Place.START).text("scope", String.join(" ", tokens.scopes()));
            oauth.put("parameters", parameters.build());
        }
        return oauth.build();
    }

    private static void variable(MembersBuilder secrets, String key, @Nullable String variable) {
        if (variable != null) {
            secrets.put(
                    key, new MembersBuilder(Place.START).text("env", variable).build());
        }
    }

    private static DocumentNode injection(ImportedInjection injection, Map<String, String> extraHeaders) {
        var node = new MembersBuilder(Place.START);
        switch (injection) {
            case ImportedInjection.Header(String name, String before) ->
                node.text("header", name).text("before", before);
            case ImportedInjection.BasicUser(String user) -> node.text("basic_user", user);
            case ImportedInjection.QueryMember(String name) -> node.text("query", name);
            case ImportedInjection.InPath(String template) -> node.text("path", template);
            case ImportedInjection.AwsSignature signature -> node.put("aws_sigv4", signing(signature));
        }
        if (!extraHeaders.isEmpty()) {
            var extra = new MembersBuilder(Place.START);
            new TreeMap<>(extraHeaders).forEach(extra::text);
            node.put("extra_headers", extra.build());
        }
        return node.build();
    }

    private static DocumentNode signing(ImportedInjection.AwsSignature signature) {
        var signing = new MembersBuilder(Place.START);
        if (signature.unsignedToo()) {
            signing.text("region", signature.regions().getFirst())
                    .text("service", signature.services().getFirst());
        } else {
            signing.texts("allowed_regions", signature.regions()).texts("allowed_services", signature.services());
        }
        return signing.truth("unsigned_payload", signature.unsignedPayload()).build();
    }
}
