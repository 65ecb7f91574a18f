package io.sallyport.findings;

import io.sallyport.model.secret.FindingPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks for tokens of known forms and for given values, in plain and in encodings that are nested up to a depth:
 * hexadecimal, Base32 and Base64 at each place in their groups, percent escapes, gzip and zstd. One pass over the bytes
 * asks of each four whether something may stand there; what it costs to look closer is bounded, and text that costs
 * more is itself reported, as {@value #UNSCANNED}. Immutable; safe for concurrent use.
 */
public final class SecretScanner {
    /** The name under which text is reported that costs more to look at than is allowed. */
    public static final String UNSCANNED = "unscanned";

    /** The largest depth of encodings. */
    public static final int MAX_DEPTH = 3;

    /** The most values that one scanner looks for. */
    public static final int MAX_VALUES = 2_000;

    private final AnchorTable table;
    private final AnchorTable lowerCase;
    private final int depth;

    private SecretScanner(AnchorTable table, AnchorTable lowerCase, int depth) {
        this.table = table;
        this.lowerCase = lowerCase;
        this.depth = depth;
    }

    /**
     * Returns a scanner for all known forms and those values. At depth 2 it takes 2 to 3 MB of memory, and some 4 KB
     * more for each value.
     *
     * @param values at most {@link #MAX_VALUES}
     * @param depth how many encodings are undone, 0 to {@link #MAX_DEPTH}
     */
    public static SecretScanner of(List<SoughtValue> values, int depth) {
        if (depth < 0 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("the depth is 0 to " + MAX_DEPTH);
        }
        if (values.size() > MAX_VALUES) {
            throw new IllegalArgumentException("there are more than " + MAX_VALUES + " values");
        }
        var anchors = new EncodedAnchors(depth);
        TokenForms.SHIPPED.forEach(form -> {
            if (form.sought() instanceof TokenForm token && token.isPlainOnly()) {
                anchors.addPlain(form.prefix(), token);
            } else {
                anchors.add(form.prefix(), form.sought());
            }
        });
        values.forEach(value -> anchors.add(value.anchor(), value));
        if (depth > 0) {
            for (Compressed.Form form : Compressed.Form.values()) {
                form.anchors().forEach(anchor -> anchors.add(anchor, new Compressed(form)));
            }
        }
        List<Anchor> ofHosts = Stream.concat(
                        TokenForms.inLowerCase(),
                        values.stream()
                                .flatMap(value -> value.inHosts().stream())
                                .map(value -> Anchor.plain(value.anchor(), value)))
                .toList();
        return new SecretScanner(new AnchorTable(anchors.all()), new AnchorTable(ofHosts), depth);
    }

    /** Notes in {@code found} what stands in those bytes. */
    public void scan(byte[] bytes, int from, int to, FindingPlace place, FoundSecrets found) {
        var text = new ScannedText(bytes, from, to, ScanWork.of(to - from));
        new ScanPass(table, place, found).over(text, List.of(), depth);
    }

    /** Returns whether nothing in those bytes has to be looked at closer: then {@link #scan} finds nothing in them. */
    public boolean isClear(byte[] bytes, int from, int to) {
        return table.isClear(bytes, from, to) && !(depth > 0 && PercentEscapes.isIn(bytes, from, to));
    }

    /** Returns the same of a host name without its dots, which has no capitals. */
    public boolean isClearHost(byte[] joined, int from, int to) {
        return lowerCase.isClear(joined, from, to) && table.isClear(joined, from, to);
    }

    /** Notes in {@code found} what stands in those characters. */
    public void scan(String text, FindingPlace place, FoundSecrets found) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        scan(bytes, 0, bytes.length, place, found);
    }

    /** The same of a host name, which has no capitals, also where the secret is divided into labels. */
    public void scanHost(String host, FoundSecrets found) {
        scan(host, FindingPlace.HOST, found);
        String joined = host.replace(".", "");
        scan(joined, FindingPlace.HOST, found);
        byte[] bytes = joined.getBytes(StandardCharsets.UTF_8);
        var text = ScannedText.of(bytes, ScanWork.of(bytes.length));
        new ScanPass(lowerCase, FindingPlace.HOST, found).over(text, List.of(), depth);
    }
}
