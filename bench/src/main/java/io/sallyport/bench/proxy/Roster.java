package io.sallyport.bench.proxy;

import java.nio.file.Path;
import java.util.List;

/**
 * Starts every requested contender that this machine has, and reports the missing ones.
 *
 * @param wanted {@code all}, or a comma-separated list of {@code boringssl}, {@code jdk} (both Sallyport), {@code
 *     squid}, {@code haproxy}, {@code mitmdump} and {@code nginx}, which relays messages alone, and {@code
 *     mitmscript}, mitmdump with a script, which are not among all
 */
record Roster(Path root, Path folder, String wanted) {
    /** @param into receives each contender as soon as it runs, so that it is ended even if the next one fails */
    void start(List<Contender> into, NginxOrigin origin) throws Exception {
        for (String tls : List.of("boringssl", "jdk")) {
            if (isWanted(tls)) {
                into.add(Sallyports.start(root, folder.resolve(tls), tls, origin));
            }
        }
        if (has("squid", "Debian's squid-openssl")) {
            into.add(Squids.start(folder.resolve("squid"), origin));
        }
        if (has("haproxy", "Debian's haproxy")) {
            into.add(Haproxies.start(folder.resolve("haproxy"), origin));
        }
        if (!wanted.equals("all") && has("nginx", "Debian's nginx-light")) {
            into.add(NginxRelays.start(folder.resolve("nginx"), origin));
        }
        if (has("mitmdump", "mitmproxy by pip")) {
            into.add(Mitmproxies.start(folder.resolve("mitmproxy"), Processes.find("mitmdump"), origin));
        }
        if (wanted.contains("mitmscript") && !Processes.find("mitmdump").isEmpty()) {
            into.add(Mitmproxies.startWithScript(folder.resolve("script"), Processes.find("mitmdump"), origin));
        }
    }

    private boolean isWanted(String name) {
        return wanted.equals("all") || List.of(wanted.split(",")).contains(name);
    }

    private boolean has(String program, String where) {
        if (!isWanted(program)) {
            return false;
        }
        boolean found = !Processes.find(program).isEmpty();
        if (!found) {
            Progress.say(program + " is left out: it is not on the PATH (" + where + ")");
        }
        return found;
    }
}
