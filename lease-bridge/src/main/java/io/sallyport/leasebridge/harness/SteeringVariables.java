package io.sallyport.leasebridge.harness;

import java.util.Locale;
import java.util.Set;

/**
 * Names of variables that control what a program runs, loads or trusts rather than what it works on (specs: API
 * servers, section 4). Case is ignored, since some programs ignore it. A flat table that can never be complete: it
 * gives an early error for what no harness should need; the operator decides which variables may be set at all.
 */
final class SteeringVariables {
    private static final Set<String> BEGINNINGS = Set.of(
            "BASH_",
            "CORECLR_",
            "COR_",
            "DOTNET_",
            "DYLD_",
            "FULLSEND_FETCH_",
            "GIT_",
            "LD_",
            "MALLOC_",
            "NPM_CONFIG_",
            "PERL",
            "PYTHON",
            "RUBY",
            "SALLYPORT_",
            "SSL_CERT_");

    private static final Set<String> NAMES = Set.of(
            "_JAVA_OPTIONS",
            "BUN_OPTIONS",
            "CDPATH",
            "CLASSPATH",
            "CURL_CA_BUNDLE",
            "CURL_HOME",
            "DENO_CERT",
            "ENV",
            "GCONV_PATH",
            "GETCONF_DIR",
            "GLIBC_TUNABLES",
            "HOME",
            "HOSTALIASES",
            "IFS",
            "JAVA_HOME",
            "JAVA_OPTIONS",
            "JAVA_OPTS",
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "LOCALDOMAIN",
            "LOCPATH",
            "LUA_CPATH",
            "LUA_INIT",
            "LUA_PATH",
            "NLSPATH",
            "NODE_EXTRA_CA_CERTS",
            "NODE_OPTIONS",
            "NODE_PATH",
            "OPENSSL_CONF",
            "OPENSSL_ENGINES",
            "OPENSSL_MODULES",
            "PATH",
            "PHPRC",
            "PHP_INI_SCAN_DIR",
            "PROMPT_COMMAND",
            "PS4",
            "REQUESTS_CA_BUNDLE",
            "RESOLV_HOST_CONF",
            "RES_OPTIONS",
            "SHELL",
            "SHELLOPTS",
            "TMPDIR",
            "TZDIR",
            "XDG_CONFIG_HOME",
            "ZDOTDIR");

    private SteeringVariables() {}

    /** Returns whether {@code name} is such a variable. */
    static boolean has(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return NAMES.contains(upper) || upper.endsWith("_PROXY") || begins(upper);
    }

    private static boolean begins(String upper) {
        return BEGINNINGS.stream().anyMatch(upper::startsWith);
    }
}
