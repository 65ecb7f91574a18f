package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directive of squid.conf.
 *
 * @param words the directive and its values; a quoted value has its quotes
 */
record SquidLine(Place place, List<Word> words) {
    private static final Pattern WORD = Pattern.compile("\"[^\"\\n]*\"|[^\\s\"]+");

    /** A word with its place. */
    record Word(String text, Place place) {
        /** Whether it names a file that has the values. */
        boolean isFile() {
            return text.startsWith("\"");
        }
    }

    SquidLine {
        words = List.copyOf(words);
    }

    String directive() {
        return words.getFirst().text();
    }

    /** Returns the word at an index; empty if there is none. */
    String word(int index) {
        return index < words.size() ? words.get(index).text() : "";
    }

    /** Returns the words behind the first ones. */
    List<Word> from(int index) {
        return words.subList(Math.min(index, words.size()), words.size());
    }

    /** Reads a file: a comment begins at a {@code #}, and a backslash at the end of a line continues it. */
    static List<SquidLine> read(String text) {
        List<SquidLine> lines = new ArrayList<>();
        List<Word> words = new ArrayList<>();
        String[] written = text.split("\r?\n", -1);
        for (int i = 0; i < written.length; i++) {
            String line = written[i];
            boolean continues = line.endsWith("\\");
            String whole = continues ? line.substring(0, line.length() - 1) : line;
            addWords(words, whole, i + 1);
            if (!continues && !words.isEmpty()) {
                lines.add(new SquidLine(words.getFirst().place(), words));
                words.clear();
            }
        }
        if (!words.isEmpty()) {
            lines.add(new SquidLine(words.getFirst().place(), words));
        }
        return lines;
    }

    private static void addWords(List<Word> words, String line, int number) {
        Matcher word = WORD.matcher(line);
        while (word.find() && !word.group().startsWith("#")) {
            words.add(new Word(word.group(), new Place(number, word.start() + 1)));
        }
    }
}
