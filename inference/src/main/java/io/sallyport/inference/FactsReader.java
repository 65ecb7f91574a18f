package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the facts of one request; the first problem is kept. Confined to one thread. */
final class FactsReader {
    /** The maximum number of answers to one request, as OpenAI's API has it. */
    private static final int MAX_CHOICES = 128;

    private static final String LISTS_AND_TEXTS = "a text or a list is wanted";

    private final ModelEndpoint endpoint;
    private final RequestMembers names;
    private final Map<String, Member> root;
    private @Nullable String why;

    private FactsReader(ModelEndpoint endpoint, Map<String, Member> root) {
        this.endpoint = endpoint;
        this.names = RequestMembers.of(endpoint.operation());
        this.root = root;
    }

    static Parsed<RequestFacts> read(ModelEndpoint endpoint, DocumentNode document) {
        if (!(document instanceof Members(var root, var _))) {
            return new Parsed.Rejected<>("an object is wanted");
        }
        String unclear = UnclearMembers.find(endpoint, root);
        if (unclear != null) {
            return new Parsed.Rejected<>(unclear);
        }
        var reader = new FactsReader(endpoint, root);
        RequestFacts facts = reader.facts(InputEstimate.of(endpoint.api(), document));
        return reader.why == null ? new Parsed.Accepted<>(facts) : new Parsed.Rejected<>(reader.why);
    }

    private RequestFacts facts(long inputTokens) {
        List<String> limit = limit();
        int messages = messages();
        return new RequestFacts(
                model(),
                isStream(),
                limit.isEmpty() ? null : tokens(limit),
                limit,
                choices(messages),
                toolNames(),
                endpoint.operation() == ModelOperation.COMPLETIONS ? Math.max(messages, 1) : messages,
                inputTokens);
    }

    private @Nullable String model() {
        if (endpoint.model() != null) {
            return endpoint.model();
        }
        Scalar model = Fields.scalar(root, RequestMembers.MODEL);
        if (model == null || !model.isString() || !ModelName.isName(model.text())) {
            refuse(RequestMembers.MODEL, "the name of a model is wanted");
            return null;
        }
        return model.text();
    }

    private boolean isStream() {
        boolean otherwise =
                endpoint.api() == ModelApi.OLLAMA && endpoint.operation().generates();
        if (endpoint.api() == ModelApi.GEMINI) {
            return endpoint.operation() == ModelOperation.STREAM_GENERATE_CONTENT;
        }
        DocumentNode value = at(List.of(RequestMembers.STREAM));
        if (value == null) {
            return otherwise;
        }
        Boolean truth = value instanceof Scalar scalar ? scalar.truth() : null;
        if (truth == null) {
            refuse(RequestMembers.STREAM, "true or false is wanted");
        }
        return Boolean.TRUE.equals(truth);
    }

    /** Returns the path of the limit that is there, else of the one to add. */
    private List<String> limit() {
        List<List<String>> present =
                names.limits().stream().filter(path -> at(path) != null).toList();
        if (present.size() > 1) {
            refuse(dotted(present.getFirst()), "stands beside " + dotted(present.getLast()));
        }
        return !present.isEmpty()
                ? present.getFirst()
                : names.limits().isEmpty() ? List.of() : names.limits().getFirst();
    }

    /** Returns the limit; null if there is none, which Ollama writes as a negative number, too. */
    private @Nullable Integer tokens(List<String> path) {
        Integer tokens = number(path);
        if (tokens == null || tokens >= 0) {
            return tokens;
        }
        if (endpoint.api() != ModelApi.OLLAMA) {
            refuse(dotted(path), "a number of tokens is wanted");
        }
        return null;
    }

    private @Nullable Integer number(List<String> path) {
        DocumentNode value = at(path);
        Integer number = value instanceof Scalar scalar ? scalar.number() : null;
        if (value != null && number == null) {
            refuse(dotted(path), "a whole number of at most nine digits is wanted");
        }
        return number;
    }

    private int choices(int prompts) {
        Integer wanted = names.choices().isEmpty() ? null : number(names.choices());
        int choices = wanted == null ? 1 : wanted;
        if (endpoint.operation() == ModelOperation.COMPLETIONS) {
            Integer best = number(List.of("best_of"));
            choices = Math.max(choices, best == null ? 1 : best);
        }
        if (choices < 1 || choices > MAX_CHOICES) {
            refuse(dotted(names.choices()), "a number from 1 to " + MAX_CHOICES + " is wanted");
            return 1;
        }
        return endpoint.operation() == ModelOperation.COMPLETIONS ? choices * Math.max(prompts, 1) : choices;
    }

    private int messages() {
        if (names.messages().isEmpty()) {
            return 0;
        }
        return switch (at(List.of(names.messages()))) {
            case null -> 0;
            case Items(var items, var _) -> isTokens(items) ? 1 : items.size();
            case Scalar scalar when scalar.isString() && !isListAlways() -> 1;
            case Members _ when endpoint.operation() == ModelOperation.EMBED_CONTENT -> 1;
            case Scalar _, Members _ -> {
                refuse(names.messages(), isListAlways() ? "a list is wanted" : LISTS_AND_TEXTS);
                yield 0;
            }
        };
    }

    /** A prompt may be a list of tokens, which is one text. */
    private static boolean isTokens(List<DocumentNode> items) {
        return !items.isEmpty() && items.getFirst() instanceof Scalar scalar && scalar.isNumber();
    }

    private boolean isListAlways() {
        return switch (names.messages()) {
            case "messages", "contents", "requests" -> true;
            default -> false;
        };
    }

    private List<String> toolNames() {
        return switch (ToolNames.read(endpoint.api(), root, names.tools())) {
            case Parsed.Accepted<List<String>>(var tools) -> tools;
            case Parsed.Rejected<List<String>>(var problem, var _) -> {
                why = why == null ? problem : why;
                yield List.of();
            }
        };
    }

    /** Returns the value at a path; null if it is missing or null. */
    private @Nullable DocumentNode at(List<String> path) {
        Map<String, Member> object = root;
        for (String name : path.subList(0, path.size() - 1)) {
            object = Fields.members(object, name);
        }
        Member member = object.get(path.getLast());
        return member == null || (member.value() instanceof Scalar scalar && scalar.isNull()) ? null : member.value();
    }

    private void refuse(String member, String problem) {
        why = why == null ? member + ": " + problem : why;
    }

    private static String dotted(List<String> path) {
        return String.join(".", path);
    }
}
