package io.sallyport.proxy.credentials;

import io.sallyport.findings.Base64Places;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The forms of secrets that must not come back, as one automaton (Aho and Corasick 1975): each as it is,
 * percent-encoded (RFC 3986, section 2.1), with the short escapes of JSON (RFC 8259, section 7), and within Base64 of
 * either alphabet at each of the three places where it may begin (RFC 4648). A state is the number of one beginning of
 * a form. Immutable; safe for concurrent use.
 */
public final class SecretPatterns {
    /** Shorter ones are searched as they are, since little is left of them in Base64 that only they have. */
    static final int LEAST_ENCODED_BYTES = 8;

    static final int ROOT = 0;

    /** Nothing is found. */
    public static final SecretPatterns NONE = of();

    private final List<byte[]> forms;
    private final List<String> texts;
    private final int[] formOf; // of a state, one form that begins so
    private final int[] depth;
    private final int[] fallback;
    private final int[] found; // of a state, the length of the longest form that ends there
    private final int[][] children; // bytes and states by turns
    private final int[] fromRoot = new int[256];

    private SecretPatterns(Collection<String> texts) {
        this.texts = List.copyOf(texts);
        this.forms = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        var trie = new Trie();
        for (int i = 0; i < this.forms.size(); i++) {
            trie.add(this.forms.get(i), i);
        }
        int count = trie.children.size();
        children = trie.children.toArray(int[][]::new);
        formOf = trie.formOf.stream().mapToInt(Integer::intValue).toArray();
        depth = trie.depth.stream().mapToInt(Integer::intValue).toArray();
        found = new int[count];
        fallback = new int[count];
        trie.ends.forEach(end -> found[end] = depth[end]);
        for (int i = 0; i < children[ROOT].length; i += 2) {
            fromRoot[children[ROOT][i]] = children[ROOT][i + 1];
        }
        fallBack();
    }

    /** The forms of one secret, or of several. */
    public static SecretPatterns of(String... secrets) {
        Set<String> forms = new LinkedHashSet<>();
        for (String secret : secrets) {
            if (!secret.isEmpty()) {
                add(secret, forms);
            }
        }
        return new SecretPatterns(forms);
    }

    private static void add(String secret, Set<String> forms) {
        forms.add(secret);
        if (secret.length() < LEAST_ENCODED_BYTES) {
            return;
        }
        String percent = PercentCoding.encode(secret);
        forms.add(percent);
        forms.add(lowerEscapes(percent));
        String json = JsonString.escaped(secret);
        forms.add(json);
        forms.add(json.replace("/", "\\/"));
        for (String inner : Base64Places.of(secret.getBytes(StandardCharsets.UTF_8))) {
            forms.add(inner);
            forms.add(inner.replace('+', '-').replace('/', '_'));
        }
    }

    private static String lowerEscapes(String percent) {
        var out = new StringBuilder(percent);
        for (int at = out.indexOf("%"); at >= 0; at = out.indexOf("%", at + 1)) {
            out.replace(at, at + 3, out.substring(at, at + 3).toLowerCase(Locale.ROOT));
        }
        return out.toString();
    }

    /** All forms, for a text that is there as a whole. */
    List<String> texts() {
        return texts;
    }

    boolean isEmpty() {
        return texts.isEmpty();
    }

    /** The state after one more byte, 0 to 255. */
    int next(int state, int value) {
        int from = state;
        while (from != ROOT) {
            int to = child(from, value);
            if (to > 0) {
                return to;
            }
            from = fallback[from];
        }
        return fromRoot[value];
    }

    private int child(int state, int value) {
        int[] known = children[state];
        for (int i = 0; i < known.length; i += 2) {
            if (known[i] == value) {
                return known[i + 1];
            }
        }
        return 0;
    }

    /** The state with the same future of which the fewest bytes are the beginning of a form. */
    int shortest(int state) {
        int found = state;
        while (found != ROOT && children[found].length == 0) {
            found = fallback[found];
        }
        return found;
    }

    /** How many of the last bytes may be the beginning of a form. */
    int depth(int state) {
        return depth[state];
    }

    /** How long the longest form is that ends here; 0 where none does. */
    int found(int state) {
        return found[state];
    }

    /** The bytes that a state stands for. */
    byte[] text(int state) {
        return Arrays.copyOf(forms.get(formOf[state]), depth[state]);
    }

    /** Breadth first; states are numbered in another order. */
    private void fallBack() {
        List<Integer> level = List.of(ROOT);
        while (!level.isEmpty()) {
            List<Integer> below = new ArrayList<>();
            for (int state : level) {
                for (int i = 0; i < children[state].length; i += 2) {
                    int to = children[state][i + 1];
                    fallback[to] = state == ROOT ? ROOT : next(fallback[state], children[state][i]);
                    found[to] = Math.max(found[to], found[fallback[to]]);
                    below.add(to);
                }
            }
            level = below;
        }
    }

    /** The beginnings of the forms, each once. */
    private static final class Trie {
        final List<int[]> children = new ArrayList<>(List.of(new int[0]));
        final List<Integer> formOf = new ArrayList<>(List.of(0));
        final List<Integer> depth = new ArrayList<>(List.of(0));
        final List<Integer> ends = new ArrayList<>();

        void add(byte[] form, int number) {
            int state = ROOT;
            for (byte b : form) {
                state = below(state, b & 0xff, number);
            }
            ends.add(state);
        }

        private int below(int state, int value, int number) {
            int[] known = children.get(state);
            for (int i = 0; i < known.length; i += 2) {
                if (known[i] == value) {
                    return known[i + 1];
                }
            }
            int made = children.size();
            int[] more = Arrays.copyOf(known, known.length + 2);
            more[known.length] = value;
            more[known.length + 1] = made;
            children.set(state, more);
            children.add(new int[0]);
            formOf.add(number);
            depth.add(depth.get(state) + 1);
            return made;
        }
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "SecretPatterns[" + forms.size() + "]";
    }
}
