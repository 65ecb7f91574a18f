package io.sallyport.configuration;

import io.sallyport.configuration.url.AdvertisedUrl;
import io.sallyport.configuration.url.ForgeSites;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the section {@code fetch}. */
final class FetchSection {
    private static final Form<Long> BYTES = Form.amount(1, CacheBounds.MOST);

    private static final Keys FETCH = new Keys("fetch");
    private static final Key<InetSocketAddress> LISTEN = FETCH.optional(
            "listen", Forms.ADDRESS, "none", "A listener of its own beside the proxy's ([fetch](fetch.md)).");
    private static final Key<String> ADVERTISED_URL = FETCH.value(
            "advertised_url",
            Form.text(AdvertisedUrl.EXPECTED, AdvertisedUrl::reachable),
            FetchSettings.THROUGH_THE_PROXY,
            "The endpoint as sandboxes are told of it.");
    private static final Key<String> CACHE =
            FETCH.optional("cache", Forms.FOLDER, "`cache/` in the state directory", "The root of the cache.");
    private static final Key<Long> CACHE_BYTES =
            FETCH.value("cache_bytes", BYTES, CacheBounds.DEFAULT.bytes(), "What the cache may hold.");
    private static final Key<Long> CACHE_FREE_BYTES =
            FETCH.value("cache_free_bytes", BYTES, CacheBounds.DEFAULT.freeBytes(), "What stays free on its disk.");
    private static final Key<String> DIRECTORY = FETCH.optional(
            "directory",
            Forms.FOLDER,
            "skills are answered as tar only",
            "Each sandbox's skills land in a directory of its id below it.");
    private static final Key<String> SHOWN =
            FETCH.optional("shown", Forms.SANDBOX_PATH, "none", "How a sandbox names its directory.");
    private static final Key<Boolean> OFFLINE =
            FETCH.value("offline", Form.TRUTH, false, "Whether only what is in the cache is served.");
    private static final Key<Boolean> IGNORE_CASE = FETCH.value(
            "allowlist_ignore_case",
            Form.TRUTH,
            true,
            "Whether owners and names of repositories are compared without case, as forges do.");
    private static final Key<Integer> MAX_FILE_BYTES = FETCH.value(
            "max_file_bytes",
            Form.bytes(1, FileBounds.MAX_BYTES),
            (int) FileBounds.DEFAULT.bytes(),
            "Size of a single file.");
    private static final Key<Long> SANDBOX_BYTES = FETCH.value(
            "sandbox_bytes", BYTES, FetchAllowance.DEFAULT_BYTES, "What one sandbox may receive from outside.");
    private static final Key<Executables> EXECUTABLE = FETCH.value(
            "executable",
            Forms.words(Executables.values(), Executables::word),
            Executables.SHEBANG,
            "Which files that land may be run.");

    private static final Keys FORGE = new Keys("fetch.forges.*");
    private static final Key<ForgeKind> KIND = FORGE.optional(
            "kind",
            Forms.words(ForgeKind.values(), ForgeKind::word),
            "known of `github.com` and `gitlab.com`; needed of others",
            "What the forge of this host is. `gitlab.com` is off unless it is named.");
    private static final Key<String> API =
            FORGE.optional("api", Form.STRING, "the forge's own; needed of others", "Where its API is.");
    private static final Key<String> TOKEN_FILE =
            FORGE.optional("token_file", Forms.FILE, "no credential", "The credential that the gateway shows to it.");
    private static final Key<String> GIT = FORGE.optional(
            "git",
            Form.STRING,
            "`https://HOST/`, or `never` where a public forge's API is elsewhere",
            "Where its repositories begin, or `never`: they are not cloned.");

    private final Section section;
    private final Path folder;

    private FetchSection(Section section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    static List<Keys> keys() {
        return List.of(FETCH, UploadSection.UPLOADS, FORGE);
    }

    /** @param folder base of relative paths */
    static FetchSettings read(Section section, Path folder, Path state) throws ConfigException {
        FetchSettings settings = new FetchSection(section, folder).settings(state);
        section.end();
        return settings;
    }

    private FetchSettings settings(Path state) throws ConfigException {
        InetSocketAddress listen = section.find(LISTEN);
        String advertised = section.read(ADVERTISED_URL);
        Path cache = section.path(CACHE, folder);
        Path directory = section.path(DIRECTORY, folder);
        String shown = section.read(SHOWN, "");
        FetchSettings.Upload upload = UploadSection.read(section, state.resolve("upload"), System.getenv());
        if (upload != null && (directory != null || shown.isEmpty())) {
            throw section.place("upload").error("fetch.upload: needs shown, and has no directory beside it");
        }
        List<ForgeSite> forges = forges();
        return new FetchSettings(
                listen,
                advertised,
                cache == null ? state.resolve("cache") : cache,
                new CacheBounds(section.read(CACHE_BYTES), section.read(CACHE_FREE_BYTES)),
                directory,
                shown,
                section.read(OFFLINE),
                known(forges),
                section.read(MAX_FILE_BYTES),
                section.read(SANDBOX_BYTES),
                section.read(EXECUTABLE),
                forges,
                upload);
    }

    private Forges known(List<ForgeSite> forges) {
        boolean foldsCase = section.read(IGNORE_CASE);
        return new Forges(hosts(forges, ForgeKind.GITHUB), hosts(forges, ForgeKind.GITLAB), foldsCase);
    }

    private static Set<String> hosts(List<ForgeSite> forges, ForgeKind kind) {
        return forges.stream()
                .map(ForgeSite::host)
                .filter(forge -> forge.kind() == kind)
                .map(forge -> forge.host().text())
                .collect(Collectors.toSet());
    }

    private List<ForgeSite> forges() throws ConfigException {
        List<ForgeSite> forges = new ArrayList<>();
        Section all = section.section("forges");
        forges.add(forge(all.section("github.com"), "github.com", ForgeKind.GITHUB, true));
        forges.add(forge(all.section("gitlab.com"), "gitlab.com", ForgeKind.GITLAB, all.has("gitlab.com")));
        for (String host : all.keys()) {
            if (!host.equals("github.com") && !host.equals("gitlab.com")) {
                ForgeSite site = other(all.section(host), host);
                if (forges.stream()
                        .anyMatch(each -> each.host().host().equals(site.host().host()))) {
                    throw all.place(host)
                            .error("fetch.forges." + host + ": that host is there already, written otherwise");
                }
                forges.add(site);
            }
        }
        all.end();
        return forges;
    }

    private ForgeSite other(Section forge, String host) throws ConfigException {
        ForgeKind kind = forge.find(KIND);
        if (kind == null || !forge.has(API)) {
            throw forge.place("kind").error("fetch.forges." + host + ": kind and api are both needed");
        }
        return forge(forge, host, kind, true);
    }

    private ForgeSite forge(Section forge, String host, ForgeKind kind, boolean isEnabled) throws ConfigException {
        String api = forge.find(API);
        String tokenFile = forge.find(TOKEN_FILE);
        ForgeCredential credential = tokenFile == null ? null : credential(forge, folder.resolve(tokenFile));
        Parsed<ForgeSite> parsed = ForgeSites.of(host, kind, isEnabled, api, credential, forge.find(GIT));
        forge.end();
        return switch (parsed) {
            case Parsed.Accepted(var site) -> site;
            case Parsed.Rejected(var why, int _) -> throw forge.place("api").error("fetch.forges." + host + ": " + why);
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
