package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.ExampleGuardrail;
import io.sallyport.testkit.junit.NodePackages;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Apollo's client and {@code gql} of Python, by the env file alone, where queries alone are permitted. */
class GraphqlClientsTest {
    private static final String APOLLO = """
            const { EnvHttpProxyAgent, setGlobalDispatcher } = require('undici');
            const { ApolloClient, HttpLink, InMemoryCache, gql } = require('@apollo/client/core');

            setGlobalDispatcher(new EnvHttpProxyAgent());
            const client = new ApolloClient({ link: new HttpLink({ uri: process.argv[2] }), cache: new InMemoryCache() });
            (async () => {
              const { data } = await client.query({ query: gql`query Q { viewer { login } }` });
              console.log(data.viewer.login);
              await client.mutate({ mutation: gql`mutation Q { deleteAll }` }).catch(error => console.log(error.message));
            })();
            """;

    private static final String GQL = """
            import os, ssl, sys
            from gql import Client, gql
            from gql.transport.exceptions import TransportQueryError
            from gql.transport.httpx import HTTPXTransport

            transport = HTTPXTransport(url=sys.argv[1], verify=ssl.create_default_context())
            client = Client(transport=transport)
            print(client.execute(gql("query Q { viewer { login } }"))["viewer"]["login"])
            try:
                client.execute(gql("mutation Q { deleteAll }"))
            except TransportQueryError as refused:
                print(refused.errors[0]["message"])
            """;

    @TempDir
    Path folder = Path.of("");

    private void printsTheAnswerAndWhyAMutationIsRefused(Map<String, String> packages, String program, Path script)
            throws Exception {
        try (var sandbox = GuardedSandbox.start(folder)) {
            sandbox.guard(ExampleGuardrail.of("graphql-queries"));
            List<String> said = EnvSandbox.ends(
                            sandbox.run(packages, program, script.toString(), "https://api.example.com/graphql"))
                    .out()
                    .lines()
                    .toList();
            assertThat(said).hasSize(2);
            assertThat(said.get(0)).isEqualTo("mona");
            assertThat(said.get(1)).startsWith("sallyport: ").contains("queries alone at this host");
            assertThat(sandbox.lastRefusal()).isEqualTo("guardrail guardrails:graphql-queries");
        }
    }

    @Test
    void apolloPrintsTheAnswerAndWhyAMutationIsRefused() throws Exception {
        Path script = Files.writeString(folder.resolve("apollo.cjs"), APOLLO);
        printsTheAnswerAndWhyAMutationIsRefused(NodePackages.variables(), "node", script);
    }

    @Test
    void gqlPrintsTheAnswerAndWhyAMutationIsRefused() throws Exception {
        Path script = Files.writeString(folder.resolve("graphql_client.py"), GQL);
        printsTheAnswerAndWhyAMutationIsRefused(PythonPackages.variables(), "python3", script);
    }
}
