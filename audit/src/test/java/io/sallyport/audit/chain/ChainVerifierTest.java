package io.sallyport.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.chain.ChainVerdict.Broken;
import io.sallyport.audit.chain.ChainVerdict.Fault;
import io.sallyport.audit.chain.ChainVerdict.Whole;
import io.sallyport.model.Sha256;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ChainVerifierTest {
    private final List<String> lines = new ArrayList<>(sealed(new Chain(ChainEnd.NONE), 0, 20));

    private static List<String> sealed(Chain chain, int from, int to) {
        List<String> lines = new ArrayList<>();
        for (int i = from; i < to; i++) {
            lines.add(line(chain, "{\"n\":" + i));
        }
        return lines;
    }

    private static String line(Chain chain, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return body + new String(chain.seal(bytes, 0, bytes.length), StandardCharsets.US_ASCII) + "\n";
    }

    private static String hash(String line) {
        return Seal.own(line.strip().getBytes(StandardCharsets.UTF_8));
    }

    private ChainVerdict verdict() throws Exception {
        return verdict(null, String.join("", lines));
    }

    private static ChainVerdict verdict(@Nullable String expected, String... files) throws Exception {
        var verifier = new ChainVerifier(expected, bytes -> {});
        for (int i = 0; i < files.length; i++) {
            verifier.read("file-" + i, new ByteArrayInputStream(files[i].getBytes(StandardCharsets.UTF_8)));
        }
        return verifier.verdict();
    }

    private void assertBrokenAt(int line, Fault fault) throws Exception {
        assertThat(verdict()).isInstanceOfSatisfying(Broken.class, broken -> {
            assertThat(broken.fault()).isEqualTo(fault);
            assertThat(broken.line()).isEqualTo(line);
            assertThat(broken.offset())
                    .isEqualTo(lines.subList(0, line - 1).stream()
                            .mapToLong(String::length)
                            .sum());
        });
    }

    @Test
    void aHashIsTheSha256OfWhatStandsBeforeIt() {
        String first = lines.getFirst();
        String covered = first.substring(0, first.indexOf("\",\"hash\""));
        byte[] digest = Sha256.newDigest().digest(covered.getBytes(StandardCharsets.UTF_8));
        assertThat(hash(first)).isEqualTo(HexFormat.of().formatHex(digest));
    }

    @Test
    void anUntouchedLogIsWhole() throws Exception {
        assertThat(verdict()).isEqualTo(new Whole(20, 0, Chain.BEGINNING, hash(lines.getLast())));
    }

    @Test
    void nothingIsWholeToo() throws Exception {
        assertThat(verdict(null, "")).isEqualTo(new Whole(0, 0, Chain.BEGINNING, Chain.BEGINNING));
    }

    @Test
    void everyChangedByteIsFound() throws Exception {
        String line = lines.get(7);
        for (int at = 0; at < line.length() - 1; at++) {
            lines.set(7, line.substring(0, at) + (char) (line.charAt(at) ^ 1) + line.substring(at + 1));
            assertThat(verdict())
                    .as("byte %d", at)
                    .isInstanceOfSatisfying(
                            Broken.class, broken -> assertThat(broken.line()).isBetween(8L, 9L));
        }
    }

    @Test
    void aChangedContentIsFoundWhereItStands() throws Exception {
        lines.set(7, lines.get(7).replace("{\"n\":7", "{\"n\":8"));
        assertBrokenAt(8, Fault.CHANGED);
    }

    @Test
    void aLineThatIsTakenOutIsFound() throws Exception {
        lines.remove(7);
        assertBrokenAt(8, Fault.OUT_OF_PLACE);
    }

    @Test
    void linesThatChangedPlacesAreFound() throws Exception {
        Collections.swap(lines, 7, 8);
        assertBrokenAt(8, Fault.OUT_OF_PLACE);
    }

    @Test
    void aLineThatStandsTwiceIsFound() throws Exception {
        lines.add(8, lines.get(7));
        assertBrokenAt(9, Fault.OUT_OF_PLACE);
    }

    @Test
    void aLineOfSomebodyElseIsFound() throws Exception {
        lines.add(8, "{\"n\":\"mine\"}\n");
        assertBrokenAt(9, Fault.FOREIGN);
        lines.remove(8);
        lines.add("{\"n\":\"mine\"}\n");
        assertBrokenAt(21, Fault.FOREIGN);
    }

    @Test
    void anEmptyLineIsFound() throws Exception {
        lines.add(8, "\n");
        assertBrokenAt(9, Fault.FOREIGN);
    }

    @Test
    void aMissingEndOfTheLastLineIsFound() throws Exception {
        lines.set(19, lines.get(19).strip());
        assertBrokenAt(20, Fault.CUT_OFF);
    }

    @Test
    void aMissingEndOfTheLogIsFoundByAHashThatWasNoted() throws Exception {
        String noted = hash(lines.getLast());
        lines.removeLast();
        String left = String.join("", lines);
        assertThat(verdict(null, left)).isInstanceOf(Whole.class);
        assertThat(verdict(noted, left))
                .isInstanceOfSatisfying(
                        Broken.class, broken -> assertThat(broken.fault()).isEqualTo(Fault.LAST_MISSING));
        assertThat(verdict(hash(lines.get(3)), left)).isInstanceOf(Whole.class);
    }

    @Test
    void filesAreOneLogInTheirOrder() throws Exception {
        String older = String.join("", lines.subList(0, 9));
        String newer = String.join("", lines.subList(9, 20));
        assertThat(verdict(null, older, newer)).isInstanceOf(Whole.class);
        assertThat(verdict(null, newer))
                .isInstanceOfSatisfying(
                        Whole.class, whole -> assertThat(whole.begins()).isEqualTo(hash(lines.get(8))));
        assertThat(verdict(null, newer, older)).isEqualTo(new Broken("file-1", 1, 0, Fault.OUT_OF_PLACE));
    }

    @Test
    void aLineThatACrashCutOffIsBoundByTheNext() throws Exception {
        String cut = "{\"n\":20,\"prev_ha";
        lines.add(cut + "\n");
        lines.addAll(sealed(new Chain(resumed()), 21, 23));
        assertThat(verdict()).isEqualTo(new Whole(23, 1, Chain.BEGINNING, hash(lines.getLast())));
        lines.set(20, cut.replace("20", "21") + "\n");
        assertBrokenAt(21, Fault.FOREIGN);
    }

    @Test
    void soAreSeveralInARowAndAtTheBeginning() throws Exception {
        lines.clear();
        lines.addAll(List.of("{\"a\n", "{\"b\n"));
        lines.addAll(sealed(new Chain(resumed()), 0, 1));
        assertThat(verdict()).isEqualTo(new Whole(3, 2, Chain.BEGINNING, hash(lines.getLast())));
    }

    private ChainEnd resumed() throws Exception {
        var backward = lines.reversed().stream()
                .map(line -> line.strip().getBytes(StandardCharsets.UTF_8))
                .iterator();
        return ChainEnd.of(() -> backward.hasNext() ? backward.next() : null, ChainEnd.NONE);
    }

    @Test
    void theBeginningOfALineThatWasWrittenAnewIsPassedOver() throws Exception {
        lines.add(8, lines.get(8).substring(0, 5) + "\n");
        assertThat(verdict()).isEqualTo(new Whole(21, 1, Chain.BEGINNING, hash(lines.getLast())));
    }

    @Test
    void numbersThatRiseByOneAreWholeAlsoAfterLinesWithoutNumbers() throws Exception {
        addNumbered(1, 2, 3);
        assertThat(verdict()).isInstanceOf(Whole.class);
    }

    @Test
    void aNumberThatDoesNotFollowIsFound() throws Exception {
        addNumbered(1, 2, 4);
        assertBrokenAt(23, Fault.MISNUMBERED);
    }

    @Test
    void aLineWithoutNumberAfterOneThatHasOneIsFound() throws Exception {
        addNumbered(1);
        lines.addAll(sealed(new Chain(resumed()), 21, 22));
        assertBrokenAt(22, Fault.MISNUMBERED);
    }

    private void addNumbered(long... numbers) throws Exception {
        for (long number : numbers) {
            lines.add(line(new Chain(resumed()), "{\"v\":1,\"seq\":" + number));
        }
    }

    @Test
    void aLineWithoutEndIsNotReadForEver() throws Exception {
        lines.add("x".repeat(ForwardLines.MAX_LINE_BYTES + 1));
        assertBrokenAt(21, Fault.TOO_LONG);
    }

    @Test
    void manyLinesWithoutSealAreNotHeld() throws Exception {
        lines.addAll(Collections.nCopies(1_000, "{}\n"));
        assertBrokenAt(21, Fault.FOREIGN);
    }
}
