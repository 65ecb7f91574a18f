package io.sallyport.proxy.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.HttpConnectProxiedSocketAddress;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.rpc.GrpcForm;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.support.InterceptingGateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.TestCa;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real gRPC, client and server, through an opened tunnel: four forms of call, statuses, deadlines, refusals. */
class GrpcTest {
    private static final int MANY = 200;
    private static final Metadata.Key<String> SUM = Metadata.Key.of("x-sum", Metadata.ASCII_STRING_MARSHALLER);

    private static final MethodDescriptor<String, String> UNARY = method(MethodType.UNARY, "Unary");
    private static final MethodDescriptor<String, String> DOWN = method(MethodType.SERVER_STREAMING, "Down");
    private static final MethodDescriptor<String, String> UP = method(MethodType.CLIENT_STREAMING, "Up");
    private static final MethodDescriptor<String, String> BOTH = method(MethodType.BIDI_STREAMING, "Both");
    private static final MethodDescriptor<String, String> CLOSED = method(MethodType.UNARY, "Closed");
    private static final MethodDescriptor<String, String> DELETE = method(MethodType.UNARY, "Delete");
    private static final Decision NO_DELETE = new Decision.Deny(
            ReasonCode.GUARDRAIL,
            "guardrails:no-delete",
            List.of(new Decision.DenyRule("guardrails:no-delete", "calls do not delete")));

    private final TestCa publicCa = TestCa.create("Public CA", InstantSource.system());
    private Server server;
    private InterceptingGateway gateway;
    private ManagedChannel channel;

    private static MethodDescriptor<String, String> method(MethodType type, String name) {
        return MethodDescriptor.newBuilder(new Text(), new Text())
                .setType(type)
                .setFullMethodName("test.Echo/" + name)
                .build();
    }

    private static final class Text implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Decision judge(CanonicalRequest request) {
        CanonicalPath path = request.path();
        if (path != null && path.segments().getLast().equals("Delete")) {
            return request.grpc() == GrpcForm.CALL ? NO_DELETE : Decision.Deny.of(ReasonCode.UNREADABLE);
        }
        boolean open = request.kind() == RequestKind.CONNECT
                || (path != null && !path.text().equals("/test.Echo/Closed"));
        return open
                ? TestSandboxes.allow(new Obligations(true, Set.of(), null, Set.of()))
                : Decision.Deny.of(ReasonCode.NO_GRANT);
    }

    @BeforeEach
    void open() throws IOException {
        TestCa.Leaf leaf = publicCa.leaf("a.test");
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .useTransportSecurity(bytes(leaf.chainPem()), bytes(leaf.keyPem()))
                .addService(service())
                .build()
                .start();
        gateway = new InterceptingGateway(
                TlsProvider.BORINGSSL, publicCa, Map.of("a.test:443", "127.0.0.1:" + server.getPort()));
        gateway.add("sb-1", GrpcTest::judge);
        channel = NettyChannelBuilder.forAddress("a.test", 443)
                .sslContext(GrpcSslContexts.forClient()
                        .trustManager(gateway.caOf("sb-1").certificate())
                        .build())
                .proxyDetector(target -> HttpConnectProxiedSocketAddress.newBuilder()
                        .setProxyAddress(gateway.address())
                        .setTargetAddress(InetSocketAddress.createUnresolved("a.test", 443))
                        .setUsername("sb-1")
                        .setPassword(TestSandboxes.tokenOf("sb-1"))
                        .build())
                .build();
    }

    @AfterEach
    void close() throws InterruptedException {
        channel.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
        gateway.close();
        server.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
    }

    private static InputStream bytes(String pem) {
        return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    }

    private static ServerServiceDefinition service() {
        return ServerServiceDefinition.builder("test.Echo")
                .addMethod(UNARY, ServerCalls.asyncUnaryCall((String said, StreamObserver<String> out) -> {
                    switch (said) {
                        case "fail" ->
                            out.onError(Status.NOT_FOUND
                                    .withDescription("nothing: 100 %")
                                    .asRuntimeException(sum()));
                        case "wait" -> {}
                        default -> {
                            out.onNext(said);
                            out.onCompleted();
                        }
                    }
                }))
                .addMethod(CLOSED, ServerCalls.asyncUnaryCall((String said, StreamObserver<String> out) -> {
                    out.onNext(said);
                    out.onCompleted();
                }))
                .addMethod(DOWN, ServerCalls.asyncServerStreamingCall((String said, StreamObserver<String> out) -> {
                    for (int i = 0; i < MANY; i++) {
                        out.onNext(said + i);
                    }
                    out.onCompleted();
                }))
                .addMethod(UP, ServerCalls.asyncClientStreamingCall(Counting::new))
                .addMethod(BOTH, ServerCalls.asyncBidiStreamingCall(Echoing::new))
                .build();
    }

    private static Metadata sum() {
        Metadata trailers = new Metadata();
        trailers.put(SUM, "900");
        return trailers;
    }

    private record Echoing(StreamObserver<String> out) implements StreamObserver<String> {
        @Override
        public void onNext(String value) {
            out.onNext(value);
        }

        @Override
        public void onError(Throwable cause) {}

        @Override
        public void onCompleted() {
            out.onCompleted();
        }
    }

    private static final class Counting implements StreamObserver<String> {
        private final StreamObserver<String> out;
        private int count;

        Counting(StreamObserver<String> out) {
            this.out = out;
        }

        @Override
        public void onNext(String value) {
            count++;
        }

        @Override
        public void onError(Throwable cause) {}

        @Override
        public void onCompleted() {
            out.onNext(Integer.toString(count));
            out.onCompleted();
        }
    }

    /** What comes back, in order; the end is {@code (end)} or a status. */
    private static final class Heard implements StreamObserver<String> {
        private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

        @Override
        public void onNext(String value) {
            all.add(value);
        }

        @Override
        public void onError(Throwable cause) {
            all.add(Status.fromThrowable(cause).getCode().name());
        }

        @Override
        public void onCompleted() {
            all.add("(end)");
        }

        String next() throws InterruptedException {
            return String.valueOf(all.poll(20, TimeUnit.SECONDS));
        }
    }

    private String call(MethodDescriptor<String, String> method, String said) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, said);
    }

    @Test
    void callsOfAllFourFormsPass() throws Exception {
        assertThat(call(UNARY, "hello")).isEqualTo("hello");
        assertThat(call(UNARY, "x".repeat(1 << 20))).hasSize(1 << 20);
        List<String> down = new ArrayList<>();
        ClientCalls.blockingServerStreamingCall(channel, DOWN, CallOptions.DEFAULT, "n")
                .forEachRemaining(down::add);
        assertThat(down).hasSize(MANY).endsWith("n" + (MANY - 1));
        Heard counted = new Heard();
        StreamObserver<String> up =
                ClientCalls.asyncClientStreamingCall(channel.newCall(UP, CallOptions.DEFAULT), counted);
        for (int i = 0; i < MANY; i++) {
            up.onNext("n" + i);
        }
        up.onCompleted();
        assertThat(counted.next()).isEqualTo(Integer.toString(MANY));
        Heard echoed = new Heard();
        StreamObserver<String> both =
                ClientCalls.asyncBidiStreamingCall(channel.newCall(BOTH, CallOptions.DEFAULT), echoed);
        for (int i = 0; i < 20; i++) {
            both.onNext("m" + i);
            assertThat(echoed.next()).isEqualTo("m" + i);
        }
        both.onCompleted();
        assertThat(echoed.next()).isEqualTo("(end)");
    }

    @Test
    void statusMessageAndTrailersComeBack() {
        assertThatThrownBy(() -> call(UNARY, "fail")).isInstanceOfSatisfying(StatusRuntimeException.class, failed -> {
            assertThat(failed.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(failed.getStatus().getDescription()).isEqualTo("nothing: 100 %");
            assertThat(failed.getTrailers().get(SUM)).isEqualTo("900");
        });
    }

    @Test
    void aDeadlineReachesTheServerAndEndsTheCallThere() {
        CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(300, TimeUnit.MILLISECONDS);
        assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(channel, UNARY, soon, "wait"))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        failed -> assertThat(failed.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
        assertThat(call(UNARY, "after")).isEqualTo("after");
    }

    @Test
    void aRefusalIsAStatusThatSaysWhy() {
        assertThatThrownBy(() -> call(CLOSED, "x")).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(refused.getStatus().getDescription()).startsWith("sallyport: no_grant: ");
            String audit = gateway.audit.records().getLast().auditId();
            assertThat(refused.getStatus().getDescription()).endsWith("audit " + audit);
        });
        assertThat(call(UNARY, "after")).isEqualTo("after");
    }

    @Test
    void aCallIsJudgedAsWhatItIsAndItsRefusalNamesTheRule() {
        assertThatThrownBy(() -> call(DELETE, "x")).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(refused.getStatus().getDescription())
                    .startsWith("sallyport: guardrail: ")
                    .contains("calls do not delete", "rule guardrails:no-delete");
        });
        AuditEvent record = gateway.audit.records().getLast();
        assertThat(record.request().protocol()).isEqualTo("grpc");
        assertThat(record.reason()).isEqualTo(ReasonCode.GUARDRAIL);
    }

    @Test
    void aTargetThatIsGoneIsUnavailable() {
        server.shutdownNow();
        assertThatThrownBy(() -> call(UNARY, "x")).isInstanceOfSatisfying(StatusRuntimeException.class, failed -> {
            assertThat(failed.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
            assertThat(failed.getStatus().getDescription()).startsWith("sallyport: ");
        });
    }

    @Test
    void metadataPassesBothWaysAndCallsAreRecordedByMethod() {
        Metadata asked = new Metadata();
        asked.put(SUM, "1");
        Channel with = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(asked));
        assertThat(ClientCalls.blockingUnaryCall(with, UNARY, CallOptions.DEFAULT, "hello"))
                .isEqualTo("hello");
        gateway.audit.await(2);
        assertThat(gateway.audit.records())
                .filteredOn(record -> record.kind().equals("http"))
                .extracting(AuditEvent::reason)
                .containsExactly(ReasonCode.GRANTED);
    }
}
