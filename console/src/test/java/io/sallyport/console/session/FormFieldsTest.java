package io.sallyport.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormFieldsTest {
    @Test
    void escapesAndPlusesAreRead() {
        assertThat(FormFields.parse("a=1+2&b=%C3%A4%0D%0A&c=&d"))
                .isEqualTo(new FormFields(Map.of("a", "1 2", "b", "ä\r\n", "c", "", "d", "")));
        assertThat(FormFields.parse("")).isEqualTo(FormFields.NONE);
    }

    @Test
    void whatCouldBeReadInTwoWaysIsRefused() {
        for (String text : List.of("a=1&a=2", "a=%", "a=%4", "a=%zz", "a=%FF", "a=ä", "a=\u0000", "a=b c", "a=%C3")) {
            assertThat(FormFields.parse(text)).as(text).isNull();
        }
    }

    @Test
    void theNumberOfFieldsIsBounded() {
        var text = new StringBuilder("x=1");
        for (int i = 1; i < FormFields.MAX_FIELDS; i++) {
            text.append("&f").append(i).append('=');
        }
        assertThat(FormFields.parse(text.toString())).isNotNull();
        assertThat(FormFields.parse(text + "&more=")).isNull();
    }
}
