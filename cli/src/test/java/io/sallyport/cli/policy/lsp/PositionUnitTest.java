package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Place;
import java.util.List;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionUnitTest {
    private static final String LINE = "aü🚪z";

    @Test
    void theFirstKnownOfferIsTaken() {
        assertThat(PositionUnit.negotiated(List.of("utf-32", "utf-8", "utf-16")))
                .isEqualTo(PositionUnit.UTF_8);
        assertThat(PositionUnit.negotiated(List.of("utf-32"))).isEqualTo(PositionUnit.UTF_16);
        assertThat(PositionUnit.negotiated(null)).isEqualTo(PositionUnit.UTF_16);
    }

    @ParameterizedTest
    @CsvSource({"0,0,0", "1,1,1", "2,2,3", "4,4,7", "5,5,8"})
    void unitsAndOffsetsAreInverse(int offset, int utf16, int utf8) {
        assertThat(PositionUnit.UTF_16.unitsBefore(LINE, offset)).isEqualTo(utf16);
        assertThat(PositionUnit.UTF_8.unitsBefore(LINE, offset)).isEqualTo(utf8);
        assertThat(PositionUnit.UTF_16.offsetAt(LINE, utf16)).isEqualTo(offset);
        assertThat(PositionUnit.UTF_8.offsetAt(LINE, utf8)).isEqualTo(offset);
    }

    @Test
    void noUnitIsInsideOfACharacterOrBehindTheLine() {
        assertThat(PositionUnit.UTF_16.offsetAt(LINE, 3)).isEqualTo(2);
        assertThat(PositionUnit.UTF_8.offsetAt(LINE, 5)).isEqualTo(2);
        assertThat(PositionUnit.UTF_8.offsetAt(LINE, 1_000_000)).isEqualTo(LINE.length());
    }

    @Test
    void placesCountCharacters() {
        var text = new DocumentText("one\r\n🚪 input.net.hots == 1\n");
        assertThat(text.range(new Place(2, 3), PositionUnit.UTF_16))
                .isEqualTo(new Range(new Position(1, 3), new Position(1, 17)));
        assertThat(text.range(new Place(2, 3), PositionUnit.UTF_8))
                .isEqualTo(new Range(new Position(1, 5), new Position(1, 19)));
    }

    @Test
    void aPlaceOutsideOfTheTextIsMovedIntoIt() {
        var text = new DocumentText("ab");
        assertThat(text.range(new Place(0, 0), PositionUnit.UTF_16))
                .isEqualTo(new Range(new Position(0, 0), new Position(0, 2)));
        assertThat(text.range(new Place(9, 9), PositionUnit.UTF_16))
                .isEqualTo(new Range(new Position(0, 2), new Position(0, 2)));
        assertThat(text.spot(new Position(9, 9), PositionUnit.UTF_16).offset()).isZero();
    }
}
