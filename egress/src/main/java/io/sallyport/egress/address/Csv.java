package io.sallyport.egress.address;

import java.util.ArrayList;
import java.util.List;

/** Reads comma-separated values (RFC 4180), with comment lines that begin with {@code #}. */
final class Csv {
    private final String text;
    private final List<List<String>> rows = new ArrayList<>();
    private List<String> row = new ArrayList<>();
    private int at;

    private Csv(String text) {
        this.text = text;
    }

    static List<List<String>> parse(String text) {
        Csv csv = new Csv(text);
        while (csv.at < text.length()) {
            csv.line();
        }
        return csv.rows;
    }

    private void line() {
        if (text.charAt(at) == '#') {
            at = endOfLine();
        } else {
            row.add(text.charAt(at) == '"' ? quoted() : plain());
            while (at < text.length() && text.charAt(at) == ',') {
                at++;
                row.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
            }
            rows.add(List.copyOf(row));
            row = new ArrayList<>();
        }
        at++;
    }

    private String plain() {
        int from = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
            at++;
        }
        return text.substring(from, at);
    }

    /** Reads a quoted cell. A doubled quote stands for one quote, and the cell may contain line ends. */
    private String quoted() {
        StringBuilder cell = new StringBuilder();
        at++;
        while (true) {
            int quote = text.indexOf('"', at);
            if (quote < 0) {
                throw new IllegalStateException("a quote is not closed");
            }
            cell.append(text, at, quote);
            at = quote + 1;
            if (at >= text.length() || text.charAt(at) != '"') {
                return cell.toString();
            }
            cell.append('"');
            at++;
        }
    }

    private int endOfLine() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }
}
