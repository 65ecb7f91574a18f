package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.PythonPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The package {@code grpcio} of Python, which is gRPC's C core, by the env file alone, before a server of its own. */
class GrpcClientsTest {
    private static final String SERVER = """
            from concurrent.futures import ThreadPoolExecutor
            import grpc

            def up(said, call):
                return b"%d" % sum(1 for _ in said)

            def fail(said, call):
                call.abort(grpc.StatusCode.NOT_FOUND, "nothing: 100 %")

            echo = lambda said, call: said
            many = lambda said, call: (said for _ in range(200))
            handlers = {
                "Unary": grpc.unary_unary_rpc_method_handler(echo),
                "Down": grpc.unary_stream_rpc_method_handler(many),
                "Up": grpc.stream_unary_rpc_method_handler(up),
                "Both": grpc.stream_stream_rpc_method_handler(echo),
                "Fail": grpc.unary_unary_rpc_method_handler(fail),
                "Delete": grpc.unary_unary_rpc_method_handler(echo),
            }
            server = grpc.server(ThreadPoolExecutor(4))
            server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("test.Echo", handlers)])
            own = [(open("key.pem", "rb").read(), open("chain.pem", "rb").read())]
            print(server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials(own)), flush=True)
            server.start()
            server.wait_for_termination()
            """;

    private static final String CLIENT = """
            import grpc
            from queue import Queue

            channel = grpc.secure_channel("yes.test:443", grpc.ssl_channel_credentials())
            print(len(channel.unary_unary("/test.Echo/Unary")(b"x" * 1_000_000, timeout=60)))
            print(sum(1 for _ in channel.unary_stream("/test.Echo/Down")(b"x", timeout=60)))
            print(channel.stream_unary("/test.Echo/Up")((b"x" for _ in range(200)), timeout=60).decode())
            said = Queue()
            heard = channel.stream_stream("/test.Echo/Both")(iter(said.get, None), timeout=60)
            for i in range(20):
                said.put(b"%d" % i)
                assert next(heard) == b"%d" % i
            said.put(None)
            print(list(heard))
            for method in ["Fail", "Delete", "Closed"]:
                try:
                    channel.unary_unary("/test.Echo/" + method)(b"x", timeout=60)
                except grpc.RpcError as refused:
                    print(refused.code().name, refused.details())
            """;

    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "no-delete", "message": "calls do not delete"} if {
            	input.net.grpc.method == "Delete"
            }
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              echo:
                endpoints:
                  - host: yes.test
                    port: 443
                    protocol: grpc
                    rules: [{allow: {service: test.Echo, method: "{Unary,Down,Up,Both,Fail,Delete}"}}]
                    deny_rules: [{service: "*", method: Delete}]
            """;

    private static final String[] GRANTS = {
        "https://yes.test/test.Echo/Unary",
        "https://yes.test/test.Echo/Down",
        "https://yes.test/test.Echo/Up",
        "https://yes.test/test.Echo/Both",
        "https://yes.test/test.Echo/Fail",
        "https://yes.test/test.Echo/Delete"
    };

    @TempDir
    Path folder = Path.of("");

    @Test
    void callsOfAllFourFormsPassAndARefusalIsAStatusThatSaysWhy() throws Exception {
        Path rego = Files.writeString(folder.resolve("own.rego"), REGO);
        try (var server = PythonServer.start(folder, EnvSandbox.leaf(), SERVER);
                var sandbox = EnvSandbox.startBefore(folder, server.hostPort(), GRANTS)) {
            sandbox.grantUnder(rego, GRANTS);
            answers(sandbox, "guardrail: ", "calls do not delete", "rule sandbox:no-delete");
            assertThat(sandbox.verdicts("/test.Echo/Both")).containsExactly("allow granted");
            assertThat(sandbox.records("connect")).hasSize(1);
            sandbox.grantBy(Files.writeString(folder.resolve("net.yaml"), POLICY));
            answers(sandbox, "policy_deny: ", "rule policy:echo.endpoints[0].deny_rules[0]");
        }
    }

    /** Runs the client, whose call of {@code Delete} is refused for that reason in a status that has those words. */
    private void answers(EnvSandbox sandbox, String reason, String... words) throws IOException {
        Files.writeString(folder.resolve("client.py"), CLIENT);
        Client.Ended ended = EnvSandbox.ends(sandbox.run(PythonPackages.variables(), "python3", "client.py"));
        assertThat(ended.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("1000000"),
                        line -> assertThat(line).isEqualTo("200"),
                        line -> assertThat(line).isEqualTo("200"),
                        line -> assertThat(line).isEqualTo("[]"),
                        line -> assertThat(line).isEqualTo("NOT_FOUND nothing: 100 %"),
                        line -> assertThat(line)
                                .startsWith("PERMISSION_DENIED sallyport: " + reason)
                                .contains(words),
                        line -> assertThat(line).startsWith("PERMISSION_DENIED sallyport: no_grant: "));
    }
}
