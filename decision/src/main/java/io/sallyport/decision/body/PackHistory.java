package io.sallyport.decision.body;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parents of the commits at the beginning of a pack. A commit's id is the hash of its text, which names its
 * parents, so whoever made the pack can leave descent out, but not invent it. Confined to one evaluation.
 */
final class PackHistory {
    private static final int SHA1_DIGITS = 40;
    private static final byte[] NONE = {};
    private static final String TREE = "tree ";
    private static final String PARENT = "parent ";

    private final Map<String, byte[]> texts = new HashMap<>();
    private final int digits;
    private final MessageDigest hash;

    private PackHistory(int digits) {
        this.digits = digits;
        try {
            this.hash = MessageDigest.getInstance(digits == SHA1_DIGITS ? "SHA-1" : "SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has them", e);
        }
    }

    /**
     * Reads the commits of a pack as far as they are there, in bounds.
     *
     * @param start where the pack begins in {@code bytes}
     * @param digits of an id in hex: 40 for SHA-1, 64 for SHA-256
     */
    static PackHistory read(byte[] bytes, int start, int digits) {
        var history = new PackHistory(digits);
        try (var pack = new PackReader(bytes, start, digits / 2, history.texts::get)) {
            while (pack.next()) {
                byte[] commit = pack.commit();
                if (commit != null) {
                    history.texts.put(history.id(commit), commit);
                }
            }
        }
        return history;
    }

    /** Returns whether the commits that were read show that {@code commit} is {@code ancestor} or descends from it. */
    boolean shows(String commit, String ancestor) {
        Set<String> seen = new HashSet<>(Set.of(commit));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            String id = next.remove();
            if (id.equals(ancestor)) {
                return true;
            }
            for (String parent : parents(id)) {
                if (seen.add(parent)) {
                    next.add(parent);
                }
            }
        }
        return false;
    }

    private String id(byte[] content) {
        hash.update(("commit " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(hash.digest(content));
    }

    /** Git takes for parents the lines that follow that of the tree. */
    private List<String> parents(String id) {
        byte[] text = texts.getOrDefault(id, NONE);
        List<String> parents = new ArrayList<>();
        int at = startsWithTree(text) ? TREE.length() + digits + 1 : text.length;
        while (at + PARENT.length() + digits < text.length) {
            String line = new String(text, at, PARENT.length() + digits, StandardCharsets.ISO_8859_1);
            if (!line.startsWith(PARENT) || text[at + line.length()] != '\n') {
                break;
            }
            parents.add(line.substring(PARENT.length()));
            at += line.length() + 1;
        }
        return parents;
    }

    private static boolean startsWithTree(byte[] text) {
        return text.length >= TREE.length()
                && new String(text, 0, TREE.length(), StandardCharsets.ISO_8859_1).equals(TREE);
    }
}
