package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.TokenDelivery;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns the {@code api_servers} of a harness into what is to be started. Whoever put it learns nothing of this machine:
 * a program that is not there and one that may not be started get the same answer, and so do variables. Confined to one
 * call.
 */
final class ServerSpecReader {
    /** Servers of one sandbox. */
    static final int MAX_SERVERS = 16;

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)\\}");

    private final ServerSettings settings;
    private final Map<String, String> environment;
    private final List<ApiServerSpec> specs = new ArrayList<>();
    private final List<DeclaredServer> written = new ArrayList<>();
    private final Findings findings = new Findings("harness");

    private ServerSpecReader(ServerSettings settings, Map<String, String> environment) {
        this.settings = settings;
        this.environment = environment;
    }

    /**
     * Specs, or why nothing is started.
     *
     * @param written the servers as the harness has them, whatever is on this machine
     */
    record Result(List<ApiServerSpec> specs, List<DeclaredServer> written, List<Diagnostic> diagnostics) {}

    /**
     * Reads {@code servers} as a harness has them, its bases included.
     *
     * @param environment of the gateway
     */
    static Result of(List<Sourced> servers, ServerSettings settings, Map<String, String> environment) {
        var wanted = new ServerSpecReader(settings, environment);
        if (servers.size() > MAX_SERVERS) {
            wanted.refuse(servers.getLast(), DiagnosticCode.TOO_MANY, "api_servers: more than " + MAX_SERVERS);
            return wanted.result();
        }
        for (Sourced server : servers) {
            if (server instanceof Mapping fields) {
                wanted.written.add(DeclaredServer.of(fields));
                wanted.add(fields);
            }
        }
        return wanted.result();
    }

    private Result result() {
        return new Result(List.copyOf(specs), List.copyOf(written), findings.all());
    }

    private void add(Mapping fields) {
        ApiServerName name = ApiServerName.parse(text(fields.text("name")));
        Path script = script(text(fields.text("script")));
        int port = port(text(fields.text("port")));
        if (name == null) {
            refuse(fields, DiagnosticCode.BAD_VALUE, "api_servers.name: not a name of a server");
        } else if (script == null) {
            Text at = fields.text("script");
            refuse(
                    at == null ? fields : at,
                    DiagnosticCode.NOT_LISTED,
                    "api_servers.script: no such program may be started here");
        } else if (!ApiServerSpec.isPort(port)) {
            refuse(fields, DiagnosticCode.BAD_VALUE, "api_servers.port: 0, or 1024 to 65535");
        } else {
            Set<String> credentials = new HashSet<>();
            Map<String, String> variables = variables(fields.mapping("env"), credentials);
            TokenDelivery token = "file".equals(text(fields.text("token"))) ? TokenDelivery.FILE : TokenDelivery.FLAG;
            specs.add(new ApiServerSpec(name, script, List.of(), port, variables, credentials, token));
        }
    }

    /** The program, where it lies in a directory of the operator's; null whatever else is wrong. */
    private @Nullable Path script(String written) {
        return settings.directories().stream()
                .map(directory -> program(directory, written))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Links followed; null where it is not there, and for whatever reason: that is nobody's affair. */
    private static @Nullable Path program(Path directory, String written) {
        try {
            Path root = directory.toRealPath();
            Path found = root.resolve(written).toRealPath();
            return found.startsWith(root) && Files.isRegularFile(found) && Files.isExecutable(found) ? found : null;
        } catch (IOException | InvalidPathException _) {
            return null;
        }
    }

    private Map<String, String> variables(Mapping written, Set<String> credentials) {
        Map<String, String> variables = new TreeMap<>();
        written.members().forEach((name, value) -> {
            if (value instanceof Text text && maySet(name, text)) {
                variables.put(name, filledIn(text, credentials));
            }
        });
        return variables;
    }

    /** Any value could steer a program that is listed; one that the operator has under that name already does not. */
    private boolean maySet(String name, Text value) {
        boolean handedOn = settings.variables().contains(name) && value.text().equals("${" + name + "}");
        boolean may = handedOn || settings.settable().contains(name);
        if (!may) {
            refuse(
                    value,
                    value.origin().key(),
                    DiagnosticCode.NOT_LISTED,
                    "api_servers.env: no such variable may be set here");
        }
        return may;
    }

    private String filledIn(Text text, Set<String> credentials) {
        Matcher found = VARIABLE.matcher(text.text());
        var whole = new StringBuilder();
        while (found.find()) {
            String name = found.group(1);
            String value = settings.variables().contains(name) ? environment.get(name) : null;
            if (value == null) {
                refuse(text, DiagnosticCode.UNKNOWN_VARIABLE, "api_servers.env: no such variable may be named here");
                return "";
            }
            credentials.add(value);
            found.appendReplacement(whole, Matcher.quoteReplacement(value));
        }
        return found.appendTail(whole).toString();
    }

    private void refuse(Sourced at, DiagnosticCode code, String message) {
        refuse(at, at.origin().place(), code, message);
    }

    private void refuse(Sourced at, Place place, DiagnosticCode code, String message) {
        findings.add(Diagnostic.error(at.origin().document(), place.line(), place.column(), code, message, null));
    }

    private static int port(String written) {
        return written.matches("[0-9]{1,5}") ? Integer.parseInt(written) : -1;
    }

    static String text(@Nullable Text text) {
        return text == null ? "" : text.text();
    }
}
