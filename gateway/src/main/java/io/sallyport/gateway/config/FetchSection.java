package io.sallyport.gateway.config;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.fetch.cache.CacheBounds;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.forge.ForgeCredential;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.url.ForgeKind;
import io.sallyport.leasebridge.harness.Forges;
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
        InetSocketAddress listen = section.has("listen")
                ? section.read("listen", Values.loopback(0), Values.SOCKET_ADDRESS, Values::socketAddress)
                : null;
        String advertised = section.read(
                "advertised_url", FetchSettings.THROUGH_THE_PROXY, AdvertisedUrl.EXPECTED, AdvertisedUrl::reachable);
        Path cache = section.path("cache", folder);
        Path directory = section.path("directory", folder);
        String shown = section.read("shown", "", Values.SANDBOX_PATH, Values::sandboxPath);
        FetchSettings.Upload upload = UploadSection.read(section, state.resolve("upload"), System.getenv());
        if (upload != null && (directory != null || shown.isEmpty())) {
            throw section.place("upload").error("fetch.upload: needs shown, and has no directory beside it");
        }
        List<ForgeSite> forges = forges();
        return new FetchSettings(
                listen,
                advertised,
                cache == null ? state.resolve("cache") : cache,
                new CacheBounds(
                        bytes("cache_bytes", CacheBounds.DEFAULT.bytes()),
                        bytes("cache_free_bytes", CacheBounds.DEFAULT.freeBytes())),
                directory,
                shown,
                section.read("offline", false, "true or false", Values::trueOrFalse),
                known(forges),
                section.read(
                        "max_file_bytes",
                        (int) FileBounds.DEFAULT.bytes(),
                        "a number of bytes from 1 to " + FileBounds.MAX_BYTES,
                        Values.number(1, FileBounds.MAX_BYTES)),
                bytes("sandbox_bytes", FetchAllowance.DEFAULT_BYTES),
                section.read("executable", Executables.SHEBANG, "shebang or never", Executables::of),
                forges,
                upload);
    }

    private long bytes(String key, long byDefault) throws ConfigException {
        return section.read(
                key, byDefault, "a number of bytes from 1 to " + CacheBounds.MOST, Values.amount(1, CacheBounds.MOST));
    }

    private Forges known(List<ForgeSite> forges) throws ConfigException {
        boolean foldsCase = section.read("allowlist_ignore_case", true, "true or false", Values::trueOrFalse);
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
        ForgeKind kind = forge.read("kind", ForgeKind.GITHUB, "github or gitlab", ForgeKind::of);
        if (!forge.has("kind") || !forge.has("api")) {
            throw forge.place("kind").error("fetch.forges." + host + ": kind and api are both needed");
        }
        return forge(forge, host, kind, true);
    }

    private ForgeSite forge(Section forge, String host, ForgeKind kind, boolean isEnabled) throws ConfigException {
        String api = forge.text("api");
        String tokenFile = forge.text("token_file");
        ForgeCredential credential = tokenFile == null ? null : credential(forge, folder.resolve(tokenFile));
        ForgeSite.Parsed parsed = ForgeSites.of(host, kind, isEnabled, api, credential, forge.text("git"));
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
