package io.sallyport.apiservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An environment on its way past the programs that change the user. What still runs as root, or as the gateway, must
 * not be steered by what a server is to get: there each variable has a name that means nothing to any program, and
 * env(1) of GNU coreutils 8.30 gives it back its own behind the switch. It reads values from its environment, so none
 * stands in an argument vector. Immutable.
 */
final class EncodedEnvironment {
    private static final String PREFIX = "SALLYPORT_ENV_";

    private final Map<String, String> own;

    EncodedEnvironment(Map<String, String> own) {
        this.own = new TreeMap<>(own);
    }

    /** What the programs before the switch get. */
    Map<String, String> variables() {
        Map<String, String> carried = new TreeMap<>();
        own.forEach((name, value) -> carried.put(carried(name), value));
        return carried;
    }

    /**
     * The words that stand between the switch and a program, which gets its own environment and nothing else.
     *
     * @param env the program of that name
     * @param folder which it enters, or null
     */
    List<String> restoring(Path env, @Nullable Path folder) {
        List<String> words = new ArrayList<>(List.of(env.toString(), "-i"));
        if (folder != null) {
            words.addAll(List.of("-C", folder.toString()));
        }
        String each = own.keySet().stream()
                .map(name -> name + "=${" + carried(name) + "}")
                .collect(Collectors.joining(" "));
        words.addAll(List.of("-S", each));
        return words;
    }

    /** Whether env(1) takes {@code program}, a path, for one: it would take others for a variable. */
    static boolean canPrecede(String program) {
        return program.indexOf('=') < 0;
    }

    /** Names that are ours already steer nothing, and by them a process is known from its first moment. */
    private static String carried(String name) {
        return name.startsWith(ApiServerSpec.OWN_PREFIX) ? name : PREFIX + name;
    }
}
