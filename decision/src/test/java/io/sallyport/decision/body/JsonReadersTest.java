package io.sallyport.decision.body;

import static io.sallyport.decision.body.OtherReaders.REFUSED;
import static io.sallyport.testkit.junit.RequireTool.require;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What we read is what the readers of targets read; of everything at which they differ, we read nothing. */
final class JsonReadersTest {
    private static final List<byte[]> SPELLINGS = JsonSpellings.all();

    @TempDir
    private Path folder;

    private static BodyForm ours(byte[] spelling) {
        return Bodies.of(Bodies.JSON, spelling).json();
    }

    @Test
    void manySpellingsAreReadAndManyAreNot() {
        long read = SPELLINGS.stream()
                .filter(spelling -> ours(spelling) instanceof BodyForm.Read)
                .count();
        assertThat(read).isGreaterThan(100);
        assertThat(SPELLINGS.size() - read).isGreaterThan(200);
    }

    @Test
    void jacksonReadsWhatWeRead() {
        JsonMapper mapper = new JsonMapper();
        compare(SPELLINGS.stream()
                .map(spelling -> {
                    try {
                        return String.valueOf(mapper.readTree(spelling));
                    } catch (JacksonException _) {
                        return REFUSED;
                    }
                })
                .toList());
    }

    @Test
    void pythonReadsWhatWeRead() throws IOException {
        compare(run("read.py", require("python3").toString()));
    }

    @Test
    void nodeReadsWhatWeRead() throws IOException {
        compare(run("read.js", require("node").toString()));
    }

    @Test
    void goReadsWhatWeRead() throws IOException {
        compare(run("read.go", require("go").toString(), "run"));
    }

    private List<String> run(String program, String... command) throws IOException {
        return OtherReaders.run(folder, program, SPELLINGS, command);
    }

    private static void compare(List<String> theirs) {
        assertThat(theirs).hasSameSizeAs(SPELLINGS);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < theirs.size(); i++) {
            byte[] spelling = SPELLINGS.get(i);
            if (ours(spelling) instanceof BodyForm.Read(RegoValue value) && !isSame(value, theirs.get(i))) {
                differences.add(new String(spelling, ISO_8859_1) + " -> " + theirs.get(i));
            }
        }
        assertThat(differences).isEmpty();
    }

    private static boolean isSame(RegoValue ours, String theirs) {
        return !theirs.equals(REFUSED) && isSame(ours, RegoJson.valueOf(theirs));
    }

    /** Numbers are compared as doubles: some readers hold nothing else. */
    private static boolean isSame(RegoValue ours, RegoValue theirs) {
        return switch (ours) {
            case RegoNumber number ->
                theirs instanceof RegoNumber other
                        && number.decimal().doubleValue() == other.decimal().doubleValue();
            case RegoArray array -> theirs instanceof RegoArray other && isSame(array, other);
            case RegoObject object -> theirs instanceof RegoObject other && isSame(object, other);
            default -> ours.equals(theirs);
        };
    }

    private static boolean isSame(RegoArray ours, RegoArray theirs) {
        boolean same = ours.size() == theirs.size();
        for (int i = 0; same && i < ours.size(); i++) {
            same = isSame(ours.get(i), theirs.get(i));
        }
        return same;
    }

    private static boolean isSame(RegoObject ours, RegoObject theirs) {
        boolean same = ours.size() == theirs.size();
        for (int i = 0; same && i < ours.size(); i++) {
            same = ours.keyAt(i).equals(theirs.keyAt(i)) && isSame(ours.valueAt(i), theirs.valueAt(i));
        }
        return same;
    }
}
