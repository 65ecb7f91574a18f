package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartFormTest {
    private static final String TYPE = "multipart/form-data; boundary=xyz";
    private static final String FILE =
            "--xyz|Content-Disposition: form-data; name=\"file\"; filename=\"a.wav\"|Content-Type: audio/wav||RIFF|";
    private static final String MODEL = "--xyz|Content-Disposition: form-data; name=\"model\"||m|";
    private static final String STREAM = "--xyz|Content-Disposition: form-data; name=\"stream\"||true|";
    private static final String END = "--xyz--|";

    private static Parsed<ModelRequest> parse(String type, String form) {
        byte[] body = form.replace("|", "\r\n").getBytes(StandardCharsets.UTF_8);
        return ModelRequest.parse(new ModelEndpoint(ModelOperation.TRANSCRIPTIONS, null), type, body);
    }

    private static ModelRequest accepted(String form) {
        return switch (parse(TYPE, form)) {
            case Parsed.Accepted<ModelRequest>(var request) -> request;
            case Parsed.Rejected<ModelRequest>(var why, var _) -> throw new AssertionError(why);
        };
    }

    @Test
    void aTranscriptionNamesItsModelInAPart() {
        assertThat(accepted(MODEL + FILE + END))
                .returns("m", ModelRequest::model)
                .returns(false, ModelRequest::isStream);
        assertThat(accepted(FILE + STREAM + MODEL + END))
                .returns("m", ModelRequest::model)
                .returns(true, ModelRequest::isStream);
    }

    @Test
    void aListIsSeveralPartsOfOneName() {
        String item = "--xyz|Content-Disposition: form-data; name=\"timestamp_granularities[]\"||word|";
        assertThat(accepted(item + MODEL + item + END).model()).isEqualTo("m");
    }

    @Test
    void onlyTheModelsPartChanges() {
        ModelRequest request = accepted(FILE + MODEL + STREAM + END).withModel("other/model");
        assertThat(StandardCharsets.UTF_8.decode(request.body()).toString().replace("\r\n", "|"))
                .isEqualTo(FILE + MODEL.replace("||m|", "||other/model|") + STREAM + END);
        assertThat(request.model()).isEqualTo("other/model");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FILE + END,
                MODEL + MODEL + END,
                MODEL + "--xyz|Content-Disposition: form-data; name=\"MODEL\"||n|" + END,
                MODEL + "--xyz|Content-Disposition: form-data; name=\"model \"||n|" + END,
                MODEL + "--xyz|Content-Disposition: form-data; name=model||n|" + END,
                MODEL + "--xyz|Content-Disposition: form-data; name*=utf-8''model||n|" + END,
                MODEL
                        + "--xyz|Content-Disposition: form-data; name=\"x\"|Content-Disposition: form-data; name=\"model\"||n|"
                        + END,
                MODEL + "--xyz|Content-Type: text/plain||n|" + END,
                "--xyz|Content-Disposition: form-data; name=\"model\"; filename=\"m\"||m|" + FILE + END,
                "--xyz|Content-Disposition: form-data; name=\"model\"||../m|" + END,
                MODEL + "--xyz|Content-Disposition: form-data; name=\"models\"||n|" + END,
                MODEL + "--xyz|Content-Disposition: form-data; name=\"stream\"||yes|" + END,
                "preamble|" + MODEL + END,
                MODEL + END + MODEL + END,
                MODEL,
                "",
                "--xyz",
                "--xyz|",
                "--xyz|Content-Disposition: form-data; name=\"model\"||m",
            })
    void whatTwoServersCouldReadInTwoWaysIsRefused(String form) {
        assertThat(parse(TYPE, form)).isInstanceOf(Parsed.Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "multipart/form-data",
                "multipart/form-data; boundary=other",
                "multipart/form-data; boundary=xyz; boundary=other",
                "multipart/form-data; boundary=\"xyz",
                "multipart/mixed; boundary=xyz",
            })
    void theBoundaryIsTheOneOfTheMediaType(String type) {
        assertThat(parse(type, MODEL + END)).isInstanceOf(Parsed.Rejected.class);
    }
}
