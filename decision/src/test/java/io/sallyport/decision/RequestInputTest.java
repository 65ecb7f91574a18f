package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.net.NetInput;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestInputTest {
    @Test
    void aRequestIsTheDocumentOfTheContract() {
        CanonicalQuery query = CanonicalQuery.parse("per_page=100");
        assertThat(input(Requests.get("api.github.com", "/repos/acme/x", query)).toString())
                .isEqualTo(
                        "{\"identity\":{\"kind\":\"token\"},\"kind\":\"http\",\"net\":{\"content_length\":0,\"findings\":[],\"headers\":{},\"host\":\"api.github.com\",\"method\":\"GET\","
                                + "\"path\":\"/repos/acme/x\",\"port\":443,"
                                + "\"prefixes\":[\"/\",\"/repos\",\"/repos/acme\",\"/repos/acme/x\"],\"protocol\":\"http\","
                                + "\"query\":{\"per_page\":[\"100\"]},\"scheme\":\"https\","
                                + "\"segments\":[\"repos\",\"acme\",\"x\"],"
                                + "\"suffixes\":[\"api.github.com\",\"github.com\",\"com\"]},\"phase\":\"execution\","
                                + "\"sandbox\":{\"id\":\"sb-1\",\"labels\":{\"team\":\"docs\"},\"run\":\"run-7\"},\"version\":1}");
    }

    @Test
    void aConnectHasNothingThatOnlyItsRequestsHave() {
        assertThat(input(Requests.connect("a.test")).toString())
                .contains(
                        "\"net\":{\"host\":\"a.test\",\"port\":443,\"scheme\":\"https\",\"suffixes\":[\"a.test\",\"test\"]}");
    }

    @Test
    void aFetchIsAGetWithoutQuery() {
        CanonicalRequest fetch =
                CanonicalRequest.fetch(Scheme.HTTPS, Requests.host("github.com"), 443, CanonicalPath.ROOT);
        assertThat(input(fetch).toString()).contains("\"kind\":\"fetch\"", "\"method\":\"GET\"", "\"query\":{}");
    }

    @Test
    void aSandboxWithoutRunHasNone() {
        var facts = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.PLANNING);
        assertThat(RequestInput.of(Requests.connect("a.test"), facts).toString())
                .contains("\"phase\":\"planning\",\"sandbox\":{\"id\":\"sb\",\"labels\":{}}");
    }

    @Test
    void aViewIsEqualToTheValueItShows() {
        RequestInput view = input(Requests.get("a.test", "/x"));
        RegoValue read = RegoJson.valueOf(view.toString());
        assertThat(view.equals(read)).isTrue();
        assertThat(read.equals(view)).isTrue();
        assertThat(view.hashCode()).isEqualTo(read.hashCode());
        assertThat(view.compareTo(read)).isZero();
    }

    @Test
    void everyKeyFindsTheValueThatStandsBesideIt() {
        for (RegoObject view : new RegoObject[] {
            input(Requests.get("a.test", "/x")),
            input(Requests.get("a.test", "/x")).net(),
            input(Requests.get("a.test", "/x", CanonicalQuery.parse("a=%zz"))).net(),
            input(Requests.connect("a.test")).net()
        }) {
            view.forEach((key, value) -> assertThat(value.equals(view.get(key))).isTrue());
            for (int i = 1; i < view.size(); i++) {
                assertThat(view.keyAt(i - 1)).isLessThan(view.keyAt(i));
            }
        }
    }

    @Test
    void keysOfOtherKindsFindNothing() {
        RequestInput view = input(Requests.get("a.test", "/x"));
        assertThat(view.get(RegoNumber.of(0))).isNull();
        assertThat(view.net().get(RegoArray.EMPTY)).isNull();
        assertThat(view.get("token")).isNull();
    }

    @Test
    void whatIsKnownOfAConnectCanBeReadFreely() {
        NetInput net = input(Requests.connect("a.test")).net();
        for (String name : new String[] {"scheme", "host", "port", "suffixes", "nothing"}) {
            net.get(name);
        }
        assertThat(net.cameToWithheld()).isFalse();
    }

    @Test
    void readingWhatOnlyARequestHasIsNoted() {
        for (String name : new String[] {
            "method",
            "path",
            "segments",
            "prefixes",
            "query",
            "protocol",
            "grpc",
            "headers",
            "content_type",
            "content_length",
            "findings",
            "body",
            "rpc",
            "graphql",
            "git",
            "websocket"
        }) {
            NetInput net = input(Requests.connect("a.test")).net();
            assertThat(net.get(name)).isNull();
            assertThat(net.cameToWithheld()).as(name).isTrue();
        }
    }

    @Test
    void lookingAtAConnectAsAWholeIsNoted() {
        NetInput sized = input(Requests.connect("a.test")).net();
        assertThat(sized.size()).isEqualTo(4);
        assertThat(sized.cameToWithheld()).isTrue();

        RequestInput compared = input(Requests.connect("a.test"));
        assertThat(compared.equals(RegoJson.valueOf("{}"))).isFalse();
        assertThat(compared.net().cameToWithheld()).isFalse();
        assertThat(compared.net().equals(RegoJson.valueOf("{}"))).isFalse();
        assertThat(compared.net().cameToWithheld()).isTrue();
    }

    @Test
    void anUnreadableQueryIsAbsentAndReadingItIsNoted() {
        NetInput net = input(Requests.get("a.test", "/x", CanonicalQuery.parse("a=%zz")))
                .net();
        assertThat(net.get("path")).isEqualTo(RegoString.of("/x"));
        assertThat(net.cameToWithheld()).isFalse();
        assertThat(net.get("query")).isNull();
        assertThat(net.cameToWithheld()).isTrue();
    }

    @Test
    void aReadableQueryIsNotWithheld() {
        NetInput net =
                input(Requests.get("a.test", "/x", CanonicalQuery.parse("a=1"))).net();
        net.forEach((key, value) -> assertThat(value).isNotNull());
        assertThat(net.cameToWithheld()).isFalse();
    }

    @Test
    void headersAreListsByLowerCaseNameAndSecretsAreLeftOut() {
        NetInput net = with(new Sent(Map.of("accept", List.of("a", "b"), "authorization", List.of("Bearer x")), 0));
        assertThat(String.valueOf(net.get("headers"))).isEqualTo("{\"accept\":[\"a\",\"b\"],\"authorization\":[]}");
        assertThat(net.cameToPassing()).isTrue();
        assertThat(net.cameToWithheld()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"text/html, text/html", "Application/JSON; charset=x, application/json", "a/b ;c, a/b"})
    void theContentTypeIsTheMediaTypeAlone(String field, String expected) {
        NetInput net = with(new Sent(Map.of("content-type", List.of(field)), 5));
        assertThat(net.get("content_type")).isEqualTo(RegoString.of(expected));
        assertThat(net.get("content_length")).isEqualTo(RegoNumber.of(5));
        assertThat(net.cameToWithheld()).isFalse();
    }

    @Test
    void aContentTypeThatCannotBeReadIsNotedWhereItIsAskedFor() {
        for (List<String> fields : List.of(List.of("json"), List.of("a/b", "a/b"), List.of("a/b,c/d"), List.of(""))) {
            NetInput net = with(new Sent(Map.of("content-type", fields), 0));
            assertThat(net.cameToWithheld()).isFalse();
            assertThat(net.get("content_type")).isNull();
            assertThat(net.cameToWithheld()).as(fields.toString()).isTrue();
        }
        NetInput without = with(new Sent(Map.of(), 0));
        assertThat(without.get("content_type")).isNull();
        assertThat(without.cameToWithheld()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/grpc",
                "application/grpc+proto",
                "Application/GRPC;x=y",
                "application/grpc ;x",
                "application/grpc-web+json"
            })
    void aCallOfGrpcHasServiceAndMethodWhateverTheCaseAndTheEncoding(String contentType) {
        NetInput net = input(Requests.grpc("/pkg.Svc/Delete", contentType)).net();
        assertThat(net.get("protocol")).isEqualTo(RegoString.of("grpc"));
        assertThat(String.valueOf(net.get("grpc"))).isEqualTo("{\"method\":\"Delete\",\"service\":\"pkg.Svc\"}");
        assertThat(net.cameToWithheld()).isFalse();
        assertThat(net.cameToPassing())
                .as("the request itself says so, and is remembered")
                .isFalse();
    }

    @Test
    void otherRequestsAreNoCalls() {
        for (String contentType : List.of("application/json", "text/grpc", "application/grp")) {
            NetInput net = input(Requests.grpc("/pkg.Svc/Delete", contentType)).net();
            assertThat(net.get("protocol")).isEqualTo(RegoString.of("http"));
            assertThat(net.get("grpc")).isNull();
            assertThat(net.cameToWithheld()).isFalse();
        }
    }

    @Test
    void whatMentionsGrpcAndIsNoCallIsNotedWhereItIsAskedFor() {
        for (CanonicalRequest unclear : List.of(
                Requests.grpc("/pkg.Svc/Delete", "application/json", "application/grpc"),
                Requests.grpc("/pkg.Svc/Delete", "application/json, Application/gRPC"),
                Requests.grpc("/pkg.Svc/Delete", "application/grpc,text/plain"),
                Requests.grpc("/pkg.Svc/Delete", "application/grpcx"),
                Requests.grpc("/Delete", "application/grpc"),
                Requests.grpc("/pkg.Svc/", "application/grpc"),
                Requests.grpc("/a/pkg.Svc/Delete", "application/grpc"),
                Requests.get("a.test", "/pkg.Svc/Delete").withContentType(List.of("application/grpc")))) {
            for (String name : List.of("grpc", "protocol")) {
                NetInput net = input(unclear).net();
                assertThat(net.isReadUnnoticed(RegoString.of(name))).isFalse();
                assertThat(net.get(name)).isNull();
                assertThat(net.cameToWithheld()).as(unclear + " " + name).isTrue();
            }
        }
    }

    @Test
    void aCallIsRememberedApartFromARequestOfTheSamePath() {
        CanonicalRequest call = Requests.grpc("/pkg.Svc/Get", "application/grpc");
        assertThat(call).isNotEqualTo(Requests.grpc("/pkg.Svc/Get", "application/json"));
        assertThat(call).isNotEqualTo(Requests.grpc("/pkg.Svc/Get", "application/grpc", "application/grpc"));
        assertThat(call).isEqualTo(Requests.grpc("/pkg.Svc/Get", "application/grpc+proto"));
        assertThat(call.withMethod("PUT").grpc()).isEqualTo(call.grpc());
    }

    @Test
    void aLengthThatIsNotKnownAndABodyAreNotedWhereTheyAreAskedFor() {
        NetInput chunked = with(new Sent(Map.of(), RequestHeaders.UNKNOWN_LENGTH));
        assertThat(chunked.get("content_length")).isNull();
        assertThat(chunked.cameToWithheld()).isTrue();
        NetInput body = with(new Sent(Map.of(), 3));
        assertThat(body.get("body")).isNull();
        assertThat(body.cameToWithheld()).isFalse();
        assertThat(body.awaitsBody()).isTrue();
    }

    private record Sent(Map<String, List<String>> fields, long bodyBytes) implements RequestHeaders {
        @Override
        public List<String> names() {
            return List.copyOf(fields.keySet());
        }

        @Override
        public List<String> values(String name) {
            return fields.getOrDefault(name, List.of());
        }
    }

    private static NetInput with(RequestHeaders headers) {
        return new NetInput(Requests.get("a.test", "/x"), headers);
    }

    private static RequestInput input(CanonicalRequest request) {
        return RequestInput.of(request, Requests.FACTS);
    }
}
