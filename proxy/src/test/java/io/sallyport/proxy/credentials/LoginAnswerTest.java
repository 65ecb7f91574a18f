package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoginAnswerTest {
    private static final String TOKEN = "at-real/value+0123";

    private static String shown(String text) {
        return switch (LoginAnswer.read(text)) {
            case Parsed.Accepted(LoginAnswer answer) ->
                answer.with(member -> member.toUpperCase(Locale.ROOT), List.of(SecretPatterns.of(TOKEN)));
            case Parsed.Rejected(String why, int _) -> "rejected: " + why;
        };
    }

    @Test
    void tokensAreReplacedAndNothingElseIsTouched() {
        assertThat(shown("{ \"a\":1.0,\"access_token\" : \"" + TOKEN + "\",\"refresh_token\":null, \"id_token\":\""
                        + TOKEN + "\"}\n"))
                .isEqualTo("{ \"a\":1.0,\"access_token\" : \"ACCESS_TOKEN\",\"refresh_token\":null,"
                        + " \"id_token\":\"ID_TOKEN\"}\n");
        assertThat(shown("{\"error\":\"x\"}")).isEqualTo("{\"error\":\"x\"}");
    }

    @Test
    void theyAreFoundBelowEscapesAndInOtherMembers() {
        assertThat(shown("{\"access\\u005ftoken\":\"\\u0061t-real\\/value+0123\"}"))
                .isEqualTo("{\"access\\u005ftoken\":\"ACCESS_TOKEN\"}");
        assertThat(shown("{\"user\":{\"access_token\":\"" + TOKEN + "\"}}"))
                .isEqualTo("{\"user\":{\"access_token\":\"ACCESS_TOKEN\"}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'expires_in':3600} | 3600",
                "{'expires_in':'3600'} | 3600",
                "{'a':{'expires_in':0},'expires_in':0} | 0",
                "{} | ",
                "{'expires_in':60,'a':{'expires_in':61}} | ",
                "{'expires_in':-1} | ",
                "{'expires_in':1e9} | ",
                "{'expires_in':1000000000} | ",
                "{'expires_in':null} | ",
                "{'expires_in':[60]} | ",
                "{'expires_in':{'expires_in':60}} | "
            })
    void anAccessTokenLivesAsLongAsTheAnswerSaysOnce(String text, @Nullable Long seconds) {
        assertThat(LoginAnswer.read(text.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Parsed.Accepted.class,
                        read -> assertThat(((LoginAnswer) read.value()).life())
                                .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds)));
    }

    @Test
    void theyAreNotShownElsewhere() {
        assertThat(shown("{\"log\":\"" + TOKEN + " at-real\\/value+0123\",\"access_token\":\"" + TOKEN + "\"}"))
                .isEqualTo("{\"log\":\"" + "*".repeat(18) + " " + "*".repeat(19)
                        + "\",\"access_token\":\"ACCESS_TOKEN\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "access_token=at-real",
                "{\"access_token\":\"at-real/value\"",
                "{\"access_token\":{\"value\":\"at-real/value\"}}",
                "{\"access_token\":[\"at-real/value\"]}",
                "{\"access_token\":12345678}",
                "{\"access_token\":\"short\"}",
                "{\"access_token\":\"with a space\"}",
                "{\"access_token\":\"line\\nbreak\"}",
                "{\"access_token\":\"SallyportPlaceholderId0123456789AB\"}",
                "{\"access_token\":\"at-real/value\",\"access_token\":\"at-other/value\"}",
                "{\"access_token\":\"at-real/value\"} {\"access_token\":\"at-other/value\"}",
            })
    void whatIsNotCertainIsRejected(String text) {
        assertThat(shown(text)).as(text).matches("rejected: [a-z_ 0-9,]*(JSON)?");
    }

    @Test
    void aTokenIsNotShownByItsAnswer() {
        assertThat(LoginAnswer.read("{\"access_token\":\"" + TOKEN + "\"}").toString())
                .doesNotContain("real");
    }
}
