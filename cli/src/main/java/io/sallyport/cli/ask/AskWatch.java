package io.sallyport.cli.ask;

import io.sallyport.client.AskClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows requests as they begin to wait, each under a number, and takes answers such as {@code a 1}. Safe for use by the
 * thread that hears and the one that reads answers.
 */
final class AskWatch {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern ANSWER = Pattern.compile("([ad])\\s*(\\d{1,9})(?:\\s*x(\\d{1,4}))?(?:\\s+(.*))?");
    private static final String HELP = "a N [xUSES] [REASON] allows, d N [REASON] denies, l lists";

    private final PrintWriter out;
    private final @Nullable String name;
    private final BiFunction<String, AskClient.Said, String> answers;
    private final Map<Integer, JsonNode> waiting = new TreeMap<>();
    private int last;

    /**
     * @param name who answers, or null
     * @param answers gives the answer to the request of an id, and returns what to tell
     */
    AskWatch(PrintWriter out, @Nullable String name, BiFunction<String, AskClient.Said, String> answers) {
        this.out = out;
        this.name = name;
        this.answers = answers;
    }

    /** Takes one event of the stream. */
    synchronized void heard(String event) {
        JsonNode ask = JSON.readTree(event);
        switch (ask.path("event").asString("")) {
            case "opened" -> {
                waiting.put(++last, ask);
                show(last, ask);
            }
            case "watching" -> tell("watching: requests wait from now on; " + HELP);
            case "ended" -> ended(ask.path("id").asString(""));
            default -> tell("some requests are not shown: sallyport ask list");
        }
    }

    private void ended(String id) {
        waiting.entrySet().stream()
                .filter(one -> one.getValue().path("id").asString("").equals(id))
                .map(Map.Entry::getKey)
                .toList()
                .forEach(number -> {
                    waiting.remove(number);
                    tell("[" + number + "] waits no longer");
                });
    }

    /** Takes one line that was typed. */
    void typed(String line) {
        String said = line.strip();
        Matcher read = ANSWER.matcher(said);
        if (said.equals("l")) {
            list();
        } else if (read.matches()) {
            answer(read);
        } else if (!said.isEmpty()) {
            tell(HELP);
        }
    }

    private void answer(Matcher read) {
        boolean allows = read.group(1).equals("a");
        int uses = read.group(3) == null ? 1 : Integer.parseInt(read.group(3));
        JsonNode ask = waiting(Integer.parseInt(read.group(2)));
        if (ask == null) {
            tell("no request waits under that number");
            return;
        }
        var answer = new AskClient.Said(allows, uses, null, name, read.group(4));
        tell(answers.apply(ask.path("id").asString(""), answer));
    }

    private synchronized @Nullable JsonNode waiting(int number) {
        return waiting.get(number);
    }

    private synchronized void list() {
        waiting.forEach(this::show);
        if (waiting.isEmpty()) {
            tell("nothing waits");
        }
    }

    private void show(int number, JsonNode ask) {
        out.print("[" + number + "] " + AskText.text(ask, "id") + "\n" + AskText.whole(ask));
        out.flush();
    }

    private synchronized void tell(String text) {
        out.println(text);
        out.flush();
    }
}
