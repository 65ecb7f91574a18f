package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.requireFile;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code boto3} and the AWS CLI, by the env file alone, before the servers of {@code moto}: in front of these, each
 * signature is computed again by {@code botocore} with the real key, over what has arrived, and a body compared with
 * its hash.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AwsClientsTest {
    private static final String KEY_ID = "ASIAREALKEYOFOPERATOR";
    private static final String SECRET_KEY = "wJalrRealSecret/K7MDENG+bPxRfiCYOperator";
    private static final String TOKEN = "FwoGZXIvYXdzRealSessionToken//////////wEaDOperator==";

    private static final String SERVER = """
            import hashlib, io, ssl
            from botocore.auth import S3SigV4Auth, SigV4Auth
            from botocore.awsrequest import AWSRequest
            from botocore.credentials import Credentials
            from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
            from werkzeug.serving import make_server

            KEYS = Credentials("%s", "%s", "%s")
            MOTO = DomainDispatcherApplication(create_backend_app)

            class Verified(S3SigV4Auth):
                def _modify_request_before_signing(self, request):
                    pass

            class VerifiedOther(SigV4Auth):
                def _modify_request_before_signing(self, request):
                    pass

            def chunk_fault(body, auth, request, previous, env):
                def next_is(label, said, *hashes):
                    nonlocal previous
                    text = [label, request.context["timestamp"], auth.credential_scope(request), previous, *hashes]
                    previous = auth.signature("\\n".join(text), request)
                    return said.decode() == previous
                data, size = b"", None
                while size != 0:
                    line, body = body.split(b"\\r\\n", 1)
                    size, said = line.split(b";chunk-signature=")
                    size = int(size, 16)
                    piece, body = body[:size], body[size:]
                    hashes = hashlib.sha256().hexdigest(), hashlib.sha256(piece).hexdigest()
                    if not next_is("AWS4-HMAC-SHA256-PAYLOAD", said, *hashes):
                        return "another signature of a chunk"
                    data += piece
                    if size:
                        assert body.startswith(b"\\r\\n")
                        body = body[2:]
                if env["HTTP_X_AMZ_CONTENT_SHA256"].endswith("-TRAILER"):
                    field, said, *end = body.split(b"\\r\\n")
                    hashed = hashlib.sha256(field + b"\\n").hexdigest()
                    if not next_is("AWS4-HMAC-SHA256-TRAILER", said.split(b":")[1], hashed) or end != [b"", b""]:
                        return "another signature of a trailer"
                elif body != b"\\r\\n":
                    return "another end"
                return None if len(data) == int(env["HTTP_X_AMZ_DECODED_CONTENT_LENGTH"]) else "another length"

            def fault(env, body):
                said = env.get("HTTP_AUTHORIZATION", "")
                if not said.startswith("AWS4-HMAC-SHA256 "):
                    return "no signature"
                parts = dict(part.strip().split("=", 1) for part in said[17:].split(","))
                key, day, region, service, _ = parts["Credential"].split("/")
                if key != KEYS.access_key or env.get("HTTP_X_AMZ_SECURITY_TOKEN") != KEYS.token:
                    return "another key"
                request = AWSRequest(env["REQUEST_METHOD"], "https://" + env["HTTP_HOST"] + env["REQUEST_URI"], data=body)
                for name in parts["SignedHeaders"].split(";"):
                    field = name.upper().replace("-", "_")
                    request.headers[name] = env[field if field == "CONTENT_TYPE" else "HTTP_" + field]
                request.context["timestamp"] = env["HTTP_X_AMZ_DATE"]
                auth = (Verified if service == "s3" else VerifiedOther)(KEYS, service, region)
                signature = auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request)
                hashed = env.get("HTTP_X_AMZ_CONTENT_SHA256", "UNSIGNED")
                if service == "s3" and hashed == "UNSIGNED":
                    return "no hash"
                if hashed.startswith("STREAMING-AWS4") and signature == parts["Signature"]:
                    return chunk_fault(body, auth, request, signature, env)
                if "UNSIGNED" not in hashed and hashlib.sha256(body).hexdigest() != hashed:
                    return "another body"
                return None if signature == parts["Signature"] else "another signature"

            def serve(env, start):
                whole = env.get("wsgi.input_terminated")
                body = env["wsgi.input"].read() if whole else env["wsgi.input"].read(int(env.get("CONTENT_LENGTH") or 0))
                env["wsgi.input"] = io.BytesIO(body)
                why = fault(env, body)
                print(env["HTTP_HOST"], env["REQUEST_METHOD"], env.get("HTTP_X_AMZ_CONTENT_SHA256"), why, flush=True)
                if why:
                    start("403 Forbidden", [("Content-Type", "text/plain"), ("Content-Length", str(len(why)))])
                    return [why.encode()]
                return MOTO(env, start)

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("chain.pem", "key.pem")
            server = make_server("127.0.0.1", 0, serve, threaded=True, ssl_context=context)
            print(server.server_port, flush=True)
            server.serve_forever()
            """.formatted(KEY_ID, SECRET_KEY, TOKEN);

    private static final String CLIENT = """
            import io, sys, urllib.request
            import boto3
            from botocore.config import Config
            from boto3.s3.transfer import TransferConfig

            def objects():
                s3 = boto3.client("s3")
                names = ["plain", "a b/c+d", "\\u00fc(1)!*'", "x=y&z;%%20~"]
                for name in names:
                    s3.put_object(Bucket="acme", Key=name, Body=b"of " + name.encode(), Metadata={"a": "b  c"})
                for name in names:
                    found = s3.get_object(Bucket="acme", Key=name)
                    assert found["Body"].read() == b"of " + name.encode(), name
                    assert found["Metadata"] == {"a": "b  c"}, found["Metadata"]
                s3.upload_fileobj(io.BytesIO(b"x" * 6_000_000), "acme", "large",
                    Config=TransferConfig(multipart_threshold=5_242_880, multipart_chunksize=5_242_880))
                assert s3.head_object(Bucket="acme", Key="large")["ContentLength"] == 6_000_000
                listed = s3.list_objects_v2(Bucket="acme", Prefix="a b/", MaxKeys=2)["Contents"]
                print([one["Key"] for one in listed])
                presigning = boto3.client("s3", endpoint_url="https://s3.eu-central-1.amazonaws.com",
                    config=Config(signature_version="s3v4"))
                url = presigning.generate_presigned_url("get_object", Params={"Bucket": "acme", "Key": "a b/c+d"})
                print(urllib.request.urlopen(url).read().decode())
                s3.delete_object(Bucket="acme", Key="large")

            def chunks():
                # As SDKs do that sign chunks, with the keys of the environment; boto3 does not.
                import base64, datetime, hashlib, hmac, os, zlib
                sha = lambda text: hashlib.sha256(text).hexdigest()
                mac = lambda key, text: hmac.new(key, text.encode(), hashlib.sha256)
                moment = datetime.datetime.now(datetime.timezone.utc).strftime("%%Y%%m%%dT%%H%%M%%SZ")
                scope = [moment[:8], "eu-central-1", "s3", "aws4_request"]
                for name, trailer in [("chunks", None), ("trailer", "x-amz-checksum-crc32")]:
                    data = os.urandom(200_000)
                    key = ("AWS4" + os.environ["AWS_SECRET_ACCESS_KEY"]).encode()
                    for step in scope:
                        key = mac(key, step).digest()
                    fields = {
                        "host": "acme.s3.eu-central-1.amazonaws.com",
                        "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" + ("-TRAILER" if trailer else ""),
                        "x-amz-date": moment,
                        "x-amz-decoded-content-length": str(len(data))}
                    if trailer:
                        fields["x-amz-trailer"] = trailer
                    names = ";".join(sorted(fields))
                    lines = "".join(one + ":" + fields[one] + "\\n" for one in sorted(fields))
                    form = "\\n".join(["PUT", "/" + name, "", lines, names, fields["x-amz-content-sha256"]])
                    previous = mac(key, "\\n".join(
                        ["AWS4-HMAC-SHA256", moment, "/".join(scope), sha(form.encode())])).hexdigest()
                    fields["Authorization"] = ("AWS4-HMAC-SHA256 Credential=" + os.environ["AWS_ACCESS_KEY_ID"] + "/"
                        + "/".join(scope) + ", SignedHeaders=" + names + ", Signature=" + previous)
                    body = b""
                    for at in list(range(0, len(data), 65_536)) + [len(data)]:
                        piece = data[at:at + 65_536]
                        previous = mac(key, "\\n".join(["AWS4-HMAC-SHA256-PAYLOAD", moment, "/".join(scope), previous,
                            sha(b""), sha(piece)])).hexdigest()
                        body += b"%%x;chunk-signature=%%s\\r\\n" %% (len(piece), previous.encode()) + piece
                        body += b"\\r\\n" if piece or not trailer else b""
                    if trailer:
                        field = trailer + ":" + base64.b64encode(zlib.crc32(data).to_bytes(4, "big")).decode()
                        previous = mac(key, "\\n".join(["AWS4-HMAC-SHA256-TRAILER", moment, "/".join(scope), previous,
                            sha(field.encode() + b"\\n")])).hexdigest()
                        body += (field + "\\r\\nx-amz-trailer-signature:" + previous + "\\r\\n\\r\\n").encode()
                    fields.update({"Content-Encoding": "aws-chunked", "Content-Type": "application/octet-stream"})
                    put = urllib.request.Request("https://" + fields.pop("host") + "/" + name, body, fields, method="PUT")
                    assert urllib.request.urlopen(put).status == 200
                    got = boto3.client("s3").get_object(Bucket="acme", Key=name)["Body"].read()
                    print(name, got == data)

            def bucket():
                boto3.client("s3").create_bucket(Bucket="acme",
                    CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})

            def tables():
                client = boto3.client("dynamodb")
                client.create_table(TableName="jobs", BillingMode="PAY_PER_REQUEST",
                    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
                    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
                client.put_item(TableName="jobs", Item={"id": {"S": "1"}, "what": {"S": "\\u00fc"}})
                print(client.get_item(TableName="jobs", Key={"id": {"S": "1"}})["Item"]["what"]["S"])
                try:
                    client.get_item(TableName="secrets", Key={"id": {"S": "1"}})
                except Exception as refused:
                    print(refused)

            def batches():
                client = boto3.client("dynamodb")
                client.create_table(TableName="batches", BillingMode="PAY_PER_REQUEST",
                    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
                    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
                client.batch_write_item(RequestItems={"batches": [
                    {"PutRequest": {"Item": {"id": {"S": str(i)}, "what": {"S": "x" * 300_000}}}} for i in range(20)]})
                print(client.describe_table(TableName="batches")["Table"]["ItemCount"])

            def messages():
                queue = boto3.client("sqs")
                url = queue.create_queue(QueueName="jobs")["QueueUrl"]
                queue.send_message(QueueUrl=url, MessageBody="\u00fc & more")
                print(queue.receive_message(QueueUrl=url)["Messages"][0]["Body"])

            def identity():
                print(boto3.client("sts").get_caller_identity()["Account"])

            {"bucket": bucket, "objects": objects, "tables": tables, "identity": identity,
                "batches": batches, "chunks": chunks, "messages": messages}[sys.argv[1]]()
            """.replace("%%", "%");

    /** A rule that reads bodies, which are hashed from there: clients of these services send no hash. */
    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "no-secrets", "message": "that table is closed"} if {
                input.net.host == "dynamodb.eu-central-1.amazonaws.com"
                contains(input.net.body.text, "\\"secrets\\"")
            }

            deny contains {"rule": "no-roles", "message": "no credentials are given out"} if {
                input.net.host == "sts.eu-central-1.amazonaws.com"
                input.net.body.form.Action != ["GetCallerIdentity"]
            }
            """;

    private static final String[] NAMES = {
        "s3.eu-central-1.amazonaws.com",
        "acme.s3.eu-central-1.amazonaws.com",
        "dynamodb.eu-central-1.amazonaws.com",
        "sts.eu-central-1.amazonaws.com",
        "sqs.eu-central-1.amazonaws.com"
    };

    @TempDir
    static Path folder;

    private PythonServer server;
    private CredentialSandbox sandbox;

    @BeforeAll
    void start() throws Exception {
        Files.writeString(folder.resolve("client.py"), CLIENT);
        Files.writeString(folder.resolve("closed.rego"), REGO);
        String guide = Files.readString(Path.of("../docs/credentials.md"));
        List<String> blocks = Stream.of(guide.split("<!-- aws -->\n```yaml\n"))
                .skip(1)
                .map(block -> block.substring(0, block.indexOf("```")))
                .toList();
        server = PythonServer.start(folder, CredentialSandbox.leaf(NAMES), SERVER);
        String keys = "{\"AccessKeyId\":\"%s\",\"SecretAccessKey\":\"%s\",\"SessionToken\":\"%s\"}"
                .formatted(KEY_ID, SECRET_KEY, TOKEN);
        sandbox = CredentialSandbox.startBefore(
                folder,
                server.hostPort(),
                Map.of(
                        "secrets/aws.json", keys,
                        "id.txt", KEY_ID,
                        "key.txt", SECRET_KEY,
                        "token.txt", TOKEN),
                blocks.getFirst(),
                NAMES);
        sandbox.put("sb-1", blocks.getLast(), "--rego=" + folder.resolve("closed.rego"));
        sandbox.put("unread", blocks.getLast());
        python("client.py", "bucket");
    }

    @AfterAll
    void stop() {
        if (sandbox != null) {
            sandbox.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private String python(String... arguments) {
        return pythonAs("sb-1", arguments);
    }

    private String pythonAs(String id, String... arguments) {
        var command = new ArrayList<>(List.of("python3"));
        command.addAll(List.of(arguments));
        var more = new HashMap<>(PythonPackages.variables());
        more.put("AWS_EC2_METADATA_DISABLED", "true");
        more.put("HOME", folder.toString());
        Client.Ended ended = EnvSandbox.ends(sandbox.runAs(id, more, command.toArray(String[]::new)));
        sandbox.hidesSecrets("a client", ended.out() + ended.err());
        return ended.out();
    }

    @Test
    void boto3KeepsObjectsOfAllNamesAndSizes() {
        assertThat(python("client.py", "objects").lines()).containsExactly("['a b/c+d']", "of a b/c+d");
    }

    /** Without and with a checksum behind it. */
    @Test
    void aBodyInSignedChunksArrivesWithSignaturesOfTheRealKey() {
        assertThat(pythonAs("unread", "client.py", "chunks").lines()).containsExactly("chunks True", "trailer True");
    }

    @Test
    void boto3ReadsTablesWhereARuleReadsItsBodies() {
        assertThat(python("client.py", "tables").lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("ü"),
                        line -> assertThat(line).contains("403"));
    }

    /** In one request of 6 MB. */
    @Test
    void boto3WritesTablesWhereNoRuleReadsItsBodies() {
        assertThat(pythonAs("unread", "client.py", "batches").strip()).isEqualTo("20");
    }

    @Test
    void boto3SendsMessagesWhereNoRuleReadsItsBodies() {
        assertThat(pythonAs("unread", "client.py", "messages").strip()).isEqualTo("ü & more");
    }

    @Test
    void boto3AsksWhoItIs() {
        assertThat(python("client.py", "identity").strip()).matches("[0-9]{12}");
    }

    @Test
    void theAwsCliCopiesFiles() throws Exception {
        requireFile(PythonPackages.variables().get("PYTHONPATH") + "/awscli");
        Files.writeString(folder.resolve("note.txt"), "a note");
        python("-m", "awscli", "s3", "cp", folder.resolve("note.txt").toString(), "s3://acme/notes/one note.txt");
        assertThat(python("-m", "awscli", "s3", "ls", "s3://acme/notes/")).contains("one note.txt");
        assertThat(python("-m", "awscli", "s3", "cp", "s3://acme/notes/one note.txt", "-"))
                .isEqualTo("a note");
    }
}
