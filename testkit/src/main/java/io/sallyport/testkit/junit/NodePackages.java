package io.sallyport.testkit.junit;

import static io.sallyport.testkit.junit.RequireTool.requireFile;

import java.util.Map;

/**
 * The packages of Node that tests use as clients: {@code ws}, {@code undici}, SDKs of MCP, Apollo, OpenAI and
 * Anthropic, in versions that {@code .ci/run} installs. They are looked up below the folder that {@code SALLYPORT_NODE}
 * names, else below the user's cache.
 */
public final class NodePackages {
    private NodePackages() {}

    /** Returns the variable by which programs find them; aborts or fails the calling test if they are missing. */
    public static Map<String, String> variables() {
        return below("SALLYPORT_NODE", "node-3");
    }

    /**
     * As {@link #variables()}, for the client of editors' language servers, which is below the folder that {@code
     * SALLYPORT_LSP} names.
     */
    public static Map<String, String> ofEditors() {
        return below("SALLYPORT_LSP", "lsp-client-3.17.5");
    }

    /**
     * As {@link #variables()}, for what drives a browser and checks pages, which is below the folder that {@code
     * SALLYPORT_BROWSER} names.
     */
    public static Map<String, String> ofBrowsers() {
        return below("SALLYPORT_BROWSER", "browser-1");
    }

    /**
     * As {@link #variables()}, for an OpenID provider, which is below the folder that {@code SALLYPORT_OPENID} names.
     */
    public static Map<String, String> ofOpenId() {
        return below("SALLYPORT_OPENID", "oidc-provider-9.13.3");
    }

    private static Map<String, String> below(String variable, String cached) {
        String named = System.getenv(variable);
        String folder = named == null ? System.getProperty("user.home") + "/.cache/sallyport/" + cached : named;
        return Map.of("NODE_PATH", requireFile(folder + "/node_modules").toString());
    }
}
