package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.text.TextTemplate.Part;
import io.sallyport.regoengine.builtin.text.TextTemplate.Path;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders a {@link TextTemplate}. Confined to one call. */
final class TextTemplateRun {
    /** The text for an absent value, as in OPA. */
    private static final String NOTHING = "<undefined>";

    /**
     * @param index whether this is the index of a range, which is false if it is 0; other numbers are strings to Go,
     *     and true
     */
    private record Item(@Nullable RegoValue value, boolean index) {}

    private final Fuel fuel;
    private final PaidText out;

    private TextTemplateRun(Fuel fuel) {
        this.fuel = fuel;
        this.out = new PaidText(fuel);
    }

    static String fill(Fuel fuel, TextTemplate template, RegoObject values) {
        TextTemplateRun run = new TextTemplateRun(fuel);
        Item root = new Item(values, false);
        Map<String, Item> variables = new HashMap<>();
        variables.put("$", root);
        run.write(template.parts(), root, variables);
        return run.out.toString();
    }

    /** Variables declared inside go out of scope at the end. */
    private void write(List<Part> parts, Item dot, Map<String, Item> outer) {
        fuel.makeValues(outer.size());
        Map<String, Item> variables = new HashMap<>(outer);
        for (Part part : parts) {
            fuel.step();
            write(part, dot, variables);
        }
    }

    private void write(Part part, Item dot, Map<String, Item> variables) {
        switch (part) {
            case Part.Text(var text) -> out.append(text);
            case Part.Show(var path) ->
                out.append(GoText.top(fuel, find(path, dot, variables).value(), NOTHING));
            case Part.Declare(var name, var path) -> variables.put(name, find(path, dot, variables));
            case Part.If(var path, var then, var otherwise) ->
                write(isTrue(find(path, dot, variables)) ? then : otherwise, dot, variables);
            case Part.With with -> with(with, dot, variables);
            case Part.Range range -> range(range, dot, variables);
        }
    }

    private void with(Part.With part, Item dot, Map<String, Item> variables) {
        Item found = find(part.path(), dot, variables);
        if (isTrue(found)) {
            write(part.then(), found, and(variables, part.variable(), found));
        } else {
            write(part.otherwise(), dot, variables);
        }
    }

    private void range(Part.Range part, Item dot, Map<String, Item> variables) {
        Item over = find(part.path(), dot, variables);
        int count = 0;
        switch (over.value()) {
            case RegoArray array -> {
                for (; count < array.size(); count++) {
                    round(part, new Item(RegoNumber.of(count), true), array.get(count), variables);
                }
            }
            case RegoObject object -> {
                for (; count < object.size(); count++) {
                    round(part, new Item(object.keyAt(count), false), object.valueAt(count), variables);
                }
            }
            case RegoNull _ -> {}
            case null -> {}
            default -> throw new BuiltinError("template: range can't iterate over " + over.value());
        }
        if (count == 0) {
            write(part.otherwise(), dot, variables);
        }
    }

    private void round(Part.Range part, Item key, RegoValue element, Map<String, Item> variables) {
        Item item = new Item(element, false);
        write(part.then(), item, and(and(variables, part.key(), key), part.element(), item));
    }

    private static Map<String, Item> and(Map<String, Item> variables, String name, Item value) {
        if (name.isEmpty()) {
            return variables;
        }
        Map<String, Item> more = new HashMap<>(variables);
        more.put(name, value);
        return more;
    }

    private Item find(Path path, Item dot, Map<String, Item> variables) {
        Item start = path.variable().isEmpty() ? dot : variables.get(path.variable());
        if (start == null) {
            throw new BuiltinError("template: undefined variable \"" + path.variable() + "\"");
        }
        RegoValue value = start.value();
        for (String field : path.fields()) {
            fuel.step();
            if (value == null) {
                break;
            }
            if (!(value instanceof RegoObject object)) {
                throw new BuiltinError("template: can't evaluate field " + field);
            }
            value = object.get(field);
        }
        return path.fields().isEmpty() ? start : new Item(value, false);
    }

    private static boolean isTrue(Item item) {
        return switch (item.value()) {
            case null -> false;
            case RegoNull _ -> false;
            case RegoBoolean flag -> flag.value();
            case RegoNumber number -> !item.index() || number.longValue() != 0;
            case RegoString string -> !string.text().isEmpty();
            case RegoArray array -> array.size() > 0;
            case RegoObject object -> object.size() > 0;
            case RegoSet set -> set.size() > 0;
        };
    }
}
