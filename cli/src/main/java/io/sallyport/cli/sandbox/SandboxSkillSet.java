package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows or changes the skills of a sandbox. */
@Command(
        name = "skills",
        mixinStandardHelpOptions = true,
        description = "Shows the skills of a sandbox, turns one on or off, replaces the sandbox's own set, or "
                + "has the registry read again.")
final class SandboxSkillSet extends OneSandbox implements Callable<Integer> {
    @ArgGroup
    private Change change = new Change();

    /** At most one of these flags. */
    private static final class Change {
        @Option(names = "--enable", paramLabel = "SKILL", description = "Turn this skill on.")
        private @Nullable String enable;

        @Option(names = "--disable", paramLabel = "SKILL", description = "Turn this skill off.")
        private @Nullable String disable;

        @Option(names = "--reload", description = "Have the operator's registry read again, for every sandbox.")
        private boolean reload;

        @Option(
                names = "--push",
                arity = "1..*",
                paramLabel = "FILE",
                description = "Replace the sandbox's own set by these manifests.")
        private List<Path> push = new ArrayList<>();

        @Option(names = "--remove", description = "Remove the sandbox's own set.")
        private boolean remove;
    }

    @Override
    public Integer call() throws CliException {
        Map<String, String> manifests = manifests();
        return tell(client -> send(client, manifests), reply -> print(reply.body(), out()));
    }

    private AdminClient.Reply send(AdminClient client, Map<String, String> manifests) throws IOException {
        if (!manifests.isEmpty()) {
            return client.putSkills(id(), manifests);
        }
        if (change.enable != null) {
            return client.skills("POST", id(), "/" + change.enable + "/enable");
        }
        if (change.disable != null) {
            return client.skills("POST", id(), "/" + change.disable + "/disable");
        }
        if (change.reload) {
            return client.skills("POST", id(), "/reload");
        }
        return client.skills(change.remove ? "DELETE" : "GET", id(), "");
    }

    private Map<String, String> manifests() throws CliException {
        var texts = new LinkedHashMap<String, String>();
        for (Path file : change.push) {
            try {
                texts.put(String.valueOf(file.getFileName()), Files.readString(file));
            } catch (IOException e) {
                throw CliException.unusable("--push: " + file + " cannot be read: " + e.getMessage());
            }
        }
        return texts;
    }

    private static void print(JsonNode body, PrintWriter out) {
        for (JsonNode skill : body.path("skills")) {
            out.println("%-8s %s %s (%s, %s)"
                    .formatted(
                            skill.path("enabled").asBoolean() ? "enabled" : "off",
                            skill.path("id").asString(),
                            skill.path("version").asString(),
                            skill.path("source").asString(),
                            skill.path("status").asString())
                    .replace("  (", " ("));
        }
        out.println("%d skills, registry: %s"
                .formatted(body.path("count").asInt(), body.path("registry").asString()));
    }
}
