package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code gql} of Python over a WebSocket, by the env file alone, under a network policy that denies mutations. */
class GraphqlMessagesClientsTest {
    private static final String SERVER = """
            import json, ssl, sys
            from websockets.sync.server import serve

            def answer(socket):
                asks = {"graphql-transport-ws": ("subscribe", "next"), "graphql-ws": ("start", "data")}
                begins, data = asks[socket.subprotocol]
                for text in socket:
                    message = json.loads(text)
                    if message["type"] == "connection_init":
                        socket.send(json.dumps({"type": "connection_ack"}))
                    elif message["type"] == begins:
                        said = {"data": {"said": message["payload"]["query"].split()[0]}}
                        socket.send(json.dumps({"id": message["id"], "type": data, "payload": said}))
                        socket.send(json.dumps({"id": message["id"], "type": "complete"}))

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("chain.pem", "key.pem")
            with serve(answer, "127.0.0.1", 0, ssl=context, subprotocols=["SUBPROTOCOL"]) as server:
                print(server.socket.getsockname()[1], flush=True)
                server.serve_forever()
            """;

    private static final String CLIENT = """
            import asyncio, ssl
            from gql import Client, gql
            from gql.transport.exceptions import TransportQueryError
            from gql.transport.websockets import WebsocketsTransport

            async def main():
                transport = WebsocketsTransport(url="wss://yes.test/graphql", ssl=ssl.create_default_context())
                async with Client(transport=transport) as session:
                    for operation in ["subscription { said }", "mutation { said }", "query { said }"]:
                        try:
                            async for said in session.subscribe(gql(operation)):
                                print(said["said"])
                        except TransportQueryError as refused:
                            print(refused.errors[0]["message"])

            asyncio.run(main())
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              live:
                endpoints:
                  - host: yes.test
                    port: 443
                    protocol: websocket
                    access: read-write
                    deny_rules:
                      - {operation_type: mutation}
            """;

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"graphql-transport-ws", "graphql-ws"})
    void aMutationIsRefusedInTheSubprotocolAndTheOthersGoOn(String subprotocol) throws Exception {
        Files.writeString(folder.resolve("client.py"), CLIENT);
        Path policy = Files.writeString(folder.resolve("net.yaml"), POLICY);
        String program = SERVER.replace("SUBPROTOCOL", subprotocol);
        try (var server = PythonServer.start(folder, EnvSandbox.leaf(), program);
                var sandbox = EnvSandbox.startBefore(folder, server.hostPort(), "wss://yes.test/**")) {
            sandbox.grantBy(policy);
            Client.Ended ended = EnvSandbox.ends(sandbox.run(PythonPackages.variables(), "python3", "client.py"));
            assertThat(ended.out().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).isEqualTo("subscription"),
                            line -> assertThat(line)
                                    .startsWith("sallyport: policy_deny: ")
                                    .contains("rule policy:live.endpoints[0].deny_rules[0]; audit "),
                            line -> assertThat(line).isIn("query", "{"));
            assertThat(sandbox.denials()).contains("\"reason\":\"policy_deny\"", "/graphql");
            assertThat(sandbox.verdicts("/graphql")).containsExactly("allow granted", "deny policy_deny");
        }
    }
}
