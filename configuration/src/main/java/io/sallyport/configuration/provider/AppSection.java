package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.credentials.GithubApp;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import io.sallyport.model.host.Cidr;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret.github_app}: installation tokens of a GitHub App, narrowed to repositories. */
public final class AppSection {
    private static final String PATH = "providers.*.secret.github_app";
    private static final Keys APP = new Keys(PATH);
    private static final Key<String> API =
            APP.value("api", Form.STRING, "https://api.github.com", "The URL of the API.");
    private static final Key<Cidr> ADDRESSES = SourceKeys.addresses(APP);
    private static final Key<String> ID = APP.optional(
            "app", Form.STRING.orNumber(), "none: it has to be set", "The id of the app, or its client id.");
    private static final Key<Long> INSTALLATION = APP.optional(
            "installation",
            new Form<>("a number above 0", Values.amount(1, Long.MAX_VALUE), String::valueOf, "{\"type\":\"integer\"}"),
            "none: it has to be set",
            "The number of the installation.");
    private static final Key<String> REPOSITORIES = APP.list(
            "repositories",
            Form.STRING,
            "none: it has to be set",
            "The repositories that a token is for, named without their owner.");
    private static final Key<String> PERMISSIONS = APP.map(
            "permissions",
            Form.STRING,
            "none: it has to be set",
            "What a token permits there, such as `{contents: read}`.");
    private static final SourceKeys KEY =
            new SourceKeys(PATH + ".key", new SecretForm.Lines(), "the private key of the app, in PEM");

    private AppSection() {}

    static List<Keys> keys() {
        return List.of(APP, KEY.keys());
    }

    static SecretSource read(Section section, Path folder) throws ConfigException {
        String api = section.read(API);
        List<String> addresses = SourceKeys.addresses(section, ADDRESSES);
        @Nullable String id = section.find(ID);
        @Nullable Long installation = section.find(INSTALLATION);
        List<String> repositories = section.list(REPOSITORIES);
        Map<String, String> permissions = section.map(PERMISSIONS);
        SecretSource key = KEY.readAll(section.section("key"), folder);
        section.end();
        if (id == null || installation == null) {
            throw section.error("app, installation, key, repositories and permissions are needed");
        }
        return SourceKeys.accepted(
                GithubApp.of(api, addresses, id, installation, key, repositories, permissions), section);
    }
}
