package io.sallyport.gateway.config;

import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.url.ForgeKind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code fetch}. Where it is not there, nothing is fetched. */
final class FetchSection {
    private static final String SHOWN = "an absolute path without a slash at its end";

    private final Section section;
    private final Path folder;

    private FetchSection(Section section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /** @param folder what relative paths begin at */
    static FetchSettings read(Section section, Path folder, Path state) throws ConfigException {
        FetchSettings settings = new FetchSection(section, folder).settings(state);
        section.end();
        return settings;
    }

    private FetchSettings settings(Path state) throws ConfigException {
        InetSocketAddress listen = section.read("listen", Values.loopback(3130), "ADDRESS:PORT", Values::socketAddress);
        String advertised = section.text("advertised_url");
        if (advertised == null && listen.getAddress().isAnyLocalAddress()) {
            throw section.place("listen")
                    .error("fetch.listen: every address is none that a sandbox reaches (expected: advertised_url)");
        }
        Path cache = path("cache");
        return new FetchSettings(
                listen,
                advertised,
                cache == null ? state.resolve("cache") : cache,
                path("directory"),
                section.read("shown", "", SHOWN, text -> text.matches("(/[^/]+)+") ? text : null),
                section.read("offline", false, "true or false", FetchSection::truth),
                section.read("allowlist_ignore_case", true, "true or false", FetchSection::truth),
                section.read("executable", Executables.SHEBANG, "shebang or never", Executables::of),
                forges());
    }

    private @Nullable Path path(String key) throws ConfigException {
        String text = section.text(key);
        return text == null ? null : folder.resolve(text).normalize();
    }

    private static @Nullable Boolean truth(String text) {
        return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
    }

    private List<ForgeSite> forges() throws ConfigException {
        List<ForgeSite> forges = new ArrayList<>();
        Section all = section.section("forges");
        forges.add(forge(all.section("github.com"), "github.com", ForgeKind.GITHUB, ForgeSite.GITHUB_API, true));
        forges.add(forge(
                all.section("gitlab.com"),
                "gitlab.com",
                ForgeKind.GITLAB,
                ForgeSite.GITLAB_API,
                all.has("gitlab.com")));
        for (String host : all.keys()) {
            if (!host.equals("github.com") && !host.equals("gitlab.com")) {
                forges.add(other(all.section(host), host));
            }
        }
        all.end();
        return forges;
    }

    private ForgeSite other(Section forge, String host) throws ConfigException {
        ForgeKind kind = forge.read("kind", ForgeKind.GITHUB, "github or gitlab", ForgeKind::of);
        if (!forge.has("kind") || !forge.has("api")) {
            throw forge.place("kind").error("fetch.forges." + host + ": kind and api are both needed");
        }
        return forge(forge, host, kind, "", true);
    }

    private ForgeSite forge(Section forge, String host, ForgeKind kind, String standardApi, boolean isEnabled)
            throws ConfigException {
        String api = forge.text("api");
        String tokenFile = forge.text("token_file");
        ForgeCredential credential = tokenFile == null ? null : credential(forge, folder.resolve(tokenFile));
        ForgeSite.Parsed parsed = ForgeSite.parse(host, kind, isEnabled, api == null ? standardApi : api, credential);
        forge.end();
        return switch (parsed) {
            case ForgeSite.Accepted(var site) -> site;
            case ForgeSite.Rejected(var why) -> throw forge.place("api").error("fetch.forges." + host + ": " + why);
        };
    }

    private static ForgeCredential credential(Section forge, Path file) throws ConfigException {
        try {
            return ForgeCredential.of(Files.readString(file).strip());
        } catch (IOException _) {
            throw forge.place("token_file").error("fetch.forges: token_file: " + file + " cannot be read");
        } catch (IllegalArgumentException e) {
            throw forge.place("token_file").error("fetch.forges: token_file: " + e.getMessage());
        }
    }
}
