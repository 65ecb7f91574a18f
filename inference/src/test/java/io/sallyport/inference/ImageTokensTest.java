package io.sallyport.inference;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What images in a request count before the answer says it; images are made by the JDK. */
class ImageTokensTest {
    private static String image(String form, int width, int height) throws IOException {
        var bytes = new ByteArrayOutputStream();
        assertThat(ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), form, bytes))
                .isTrue();
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static long tokens(ModelOperation operation, String body) {
        return ModelRequests.accepted(operation, body).inputTokens();
    }

    @ParameterizedTest
    @CsvSource({"png, 1, 1", "png, 1024, 768", "jpeg, 33, 2000"})
    void theHeadOfAnImageSaysItsSize(String form, int width, int height) throws IOException {
        assertThat(ImageSize.of(image(form, width, height))).isEqualTo(new ImageSize(width, height));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "iVBORw0KGgo=", "/9j/", "/9j//8AAAAA=", "not base64 at all", "R0lGODlhAQABAAAAACw="})
    void aHeadThatSaysNoSizeIsOfUnknownSize(String text) {
        assertThat(ImageSize.of(text)).isNull();
        assertThat(ImageTokens.of(ModelApi.OPENAI, null)).isEqualTo(ImageTokens.MOST);
    }

    @ParameterizedTest
    @CsvSource({
        "OPENAI, 1024, 1024, 2520", // 1,024 squares of 32 pixels, by the largest factor; 765 by squares of 512
        "OPENAI, 100, 100, 255", // one square of 512
        "OPENAI, 9000, 9000, 3779", // no more than 1,536 squares of 32
        "ANTHROPIC, 1000, 1000, 1334",
        "ANTHROPIC, 9000, 9000, 5000",
        "GEMINI, 384, 384, 1120",
        "GEMINI, 2000, 1600, 2322",
        "OLLAMA, 10, 10, 5000"
    })
    void imagesCountByTheRuleOfTheirProvider(ModelApi api, int width, int height, long tokens) {
        assertThat(ImageTokens.of(api, new ImageSize(width, height))).isEqualTo(tokens);
    }

    @Test
    void anImageCountsAsOneWhereTheApiHasImages() throws IOException {
        String image = image("png", 750, 100);
        assertThat(tokens(
                        ModelOperation.MESSAGES,
                        "{'model':'m','max_tokens':9,'messages':[{'role':'user','content':[{'type':'image',"
                                + "'source':{'type':'base64','media_type':'image/png','data':'" + image + "'}}]}]}"))
                .isBetween(100L, 160L);
        assertThat(tokens(
                        ModelOperation.CHAT_COMPLETIONS,
                        "{'model':'m','messages':[{'role':'user','content':[{'type':'image_url',"
                                + "'image_url':{'url':'data:image/png;base64," + image + "'}}]}]}"))
                .isBetween(425L, 480L);
        assertThat(tokens(
                        ModelOperation.CHAT_COMPLETIONS,
                        "{'model':'m','messages':[{'role':'user','content':[{'type':'image_url',"
                                + "'image_url':{'url':'https://images.test/1'}}]}]}"))
                .as("at a URL, of unknown size")
                .isBetween(5_000L, 5_060L);
    }

    @Test
    void whatOnlyLooksLikeAnImageCountsAsText() {
        String text = "iVBORw0KGgo" + "word and ".repeat(10_000);
        String tool = "{'model':'m','max_tokens':9,'messages':[{'role':'assistant','content':[{'type':'tool_use',"
                + "'id':'t','name':'look','input':{'source':{'data':'" + text + "'}}}]}]}";
        assertThat(tokens(ModelOperation.MESSAGES, tool)).isGreaterThan(20_000);
        assertThat(tokens(
                        ModelOperation.MESSAGES,
                        "{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'" + text + "'}]}"))
                .isGreaterThan(20_000);
        String pdf =
                Base64.getEncoder().encodeToString("%PDF-1.7 ".repeat(5_000).getBytes(US_ASCII));
        assertThat(tokens(
                        ModelOperation.MESSAGES,
                        "{'model':'m','max_tokens':9,'messages':[{'role':'user','content':[{'type':'document',"
                                + "'source':{'type':'base64','data':'" + pdf + "'}}]}]}"))
                .isGreaterThan(20_000);
    }
}
