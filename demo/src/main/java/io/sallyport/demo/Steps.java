package io.sallyport.demo;

import io.sallyport.demo.Step.Ask;
import io.sallyport.demo.Step.Change;
import io.sallyport.demo.Step.Expected;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Tools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The steps of the demonstration, in order. */
final class Steps {
    static final SandboxId AGENT = new SandboxId("agent");

    private static final List<String> GRANTED = List.of(
            "https://docs.demo.test/**",
            "http://docs.demo.test/**",
            "https://gist.demo.test/**",
            "https://api.demo.test/v1/**",
            "http://api.demo.test/v1/**",
            "https://git.demo.test/sample.git/**",
            "https://packages.demo.test/simple/**",
            "https://packages.demo.test/files/**",
            "https://packages.demo.test/tinymod/**",
            "http://127.0.0.1:*/**",
            "http://169.254.169.254/**");

    static final Map<String, String> GUARDRAILS = Map.of("gists.rego", """
            package sallyport.guardrails

            deny contains {"rule": "no-gist", "message": "gists are closed"} if input.net.host == "gist.demo.test"
            """);

    private final Stage stage;
    private final List<Step> steps = new ArrayList<>();

    private Steps(Stage stage) {
        this.stage = stage;
    }

    static List<Step> of(Stage stage) {
        var steps = new Steps(stage);
        steps.granted();
        steps.refused();
        steps.lookedInto();
        steps.realTools();
        steps.changed();
        return List.copyOf(steps.steps);
    }

    /** Returns the agent's documents, with {@code more} granted patterns. */
    static SandboxDocuments documents(String... more) {
        var patterns = new ArrayList<>(GRANTED);
        patterns.addAll(List.of(more));
        String lease = "{\"net.fetch\": [\"" + String.join("\", \"", patterns) + "\"]}";
        return SandboxDocuments.builder()
                .lease(lease)
                .run("demo")
                .labels(Map.of("team", "docs"))
                .build();
    }

    private void granted() {
        curl("https://docs.demo.test/start", Expected.allowed("200 hello from docs.demo.test"));
        curl("http://docs.demo.test/start", Expected.allowed("200 hello from docs.demo.test"));
        curl("http://api.demo.test/v1/items", Expected.allowed("200 hello from api.demo.test"));
    }

    private void refused() {
        curl("https://other.demo.test/", Expected.denied("no_grant", "403"));
        curl("http://api.demo.test/v2/items", Expected.denied("no_grant", "403 no_grant"));
        curl("https://gist.demo.test/x", Expected.denied("guardrail", "403"));
        curl("http://127.0.0.1:%d/".formatted(stage.origins().plain.port()), Expected.denied("address_refused", "403"));
        curl("http://169.254.169.254/latest/meta-data/", Expected.denied("metadata_address", "403"));
        ask("curl, no credentials: http://docs.demo.test/", stage.proxyUrl(), Expected.denied("no_identity", "407"));
        ask(
                "curl, wrong token: http://docs.demo.test/",
                stage.proxyUrl().replace("://", "://agent:guessed@"),
                Expected.denied("no_identity", "407"));
    }

    /** Requests to api.demo.test. Its grant contains a path, so its tunnels are intercepted. */
    private void lookedInto() {
        curl("https://api.demo.test/v1/items", Expected.allowed("200 hello from api.demo.test"));
        curl("https://api.demo.test/v2/items", Expected.denied("no_grant", "403 no_grant"));
        tool(
                "curl, tunnel to api.demo.test, Host: other.demo.test inside",
                Curl.of("https://api.demo.test/v1/items", "-H", "Host: other.demo.test"),
                Expected.denied("authority_mismatch", "421 authority_mismatch"));
        tool(
                "curl, tunnel to api.demo.test, TLS for other.demo.test: closed",
                Curl.of("https://other.demo.test/", "--connect-to", "other.demo.test:443:api.demo.test:443"),
                Expected.denied("sni_mismatch", "200 curl: (35)"));
    }

    private void realTools() {
        if (present("git")) {
            tool(
                    "git clone https://git.demo.test/sample.git",
                    List.of("git", "clone", "--quiet", "https://git.demo.test/sample.git", stage.fresh("clone")),
                    Expected.allowed("ended with 0"));
            tool(
                    "git clone https://git.demo.test/secret.git",
                    List.of("git", "clone", "--quiet", "https://git.demo.test/secret.git", stage.fresh("clone")),
                    Expected.denied("no_grant", "fatal: remote error: sallyport"));
        }
        if (present("python3") && present("pip")) {
            tool("pip install tinypack", pip(), Expected.allowed("ended with 0"));
        }
        if (present("npm")) {
            tool("npm install tinymod", npm(), Expected.allowed("ended with 0"));
        }
    }

    private List<String> pip() {
        return List.of(
                "python3",
                "-m",
                "pip",
                "install",
                "--quiet",
                "--no-cache-dir",
                "--target",
                stage.fresh("site"),
                "--index-url",
                "https://packages.demo.test/simple/",
                "tinypack");
    }

    private List<String> npm() {
        return List.of(
                "npm",
                "install",
                "--registry=https://packages.demo.test/",
                "--no-audit",
                "--no-fund",
                "--silent",
                "--prefix",
                stage.fresh("modules"),
                "tinymod");
    }

    private void changed() {
        curl("https://news.demo.test/", Expected.denied("no_grant", "403"));
        steps.add(new Change(
                "PUT agent: adds https://news.demo.test/**",
                admin -> admin.put(AGENT, documents("https://news.demo.test/**"), false, null)));
        curl("https://news.demo.test/", Expected.allowed("200 hello from news.demo.test"));
        steps.add(new Change("PUT guardrails: none any more", admin -> admin.putGuardrails(Map.of())));
        curl("https://gist.demo.test/x", Expected.allowed("200 hello from gist.demo.test"));
        steps.add(new Change("GET brief, when its lease of two seconds has ended", stage::briefOnceEnded));
        ask(
                "curl, lease of two seconds, expired: http://docs.demo.test/",
                stage.expiringProxyUrl(),
                Expected.denied("lease_expired", "407"));
        steps.add(new Change("DELETE agent", admin -> admin.delete(AGENT)));
        curl("http://docs.demo.test/start", Expected.denied("no_identity", "407"));
    }

    private void curl(String url, Expected expected) {
        steps.add(ask("curl " + url, stage.agentVariables(), Curl.of(url), expected));
    }

    private void ask(String title, String proxy, Expected expected) {
        var variables = new HashMap<String, String>();
        variables.put("http_proxy", proxy);
        steps.add(ask(title, variables, Curl.of("http://docs.demo.test/"), expected));
    }

    private void tool(String title, List<String> command, Expected expected) {
        steps.add(ask(title, stage.agentVariables(), command, expected));
    }

    private Ask ask(String title, Map<String, String> proxy, List<String> command, Expected expected) {
        var environment = new HashMap<>(proxy);
        environment.put("GIT_TERMINAL_PROMPT", "0");
        return new Ask(title, environment, command, stage.origins()::requests, expected);
    }

    private boolean present(String tool) {
        Path found = Tools.find(tool);
        if (found == null) {
            stage.missing(tool);
        }
        return found != null;
    }
}
