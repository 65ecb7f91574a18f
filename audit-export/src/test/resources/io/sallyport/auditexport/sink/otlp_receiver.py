"""Takes exports of logs over HTTP, decodes them by the published messages of OTLP, and prints their bodies.

Prints its port first. A request with an unknown member or a value of another type is refused. The first is answered with
503, as a collector does that starts.
"""

import gzip
import http.server

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest


class Receiver(http.server.BaseHTTPRequestHandler):
    asked = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Receiver.asked += 1
        status = 503
        if Receiver.asked > 1:
            status = self.take(body)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def take(self, body):
        if self.headers["Content-Type"] != "application/json" or self.path != "/v1/logs":
            print("refused: %s to %s" % (self.headers["Content-Type"], self.path), flush=True)
            return 400
        if self.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        try:
            request = json_format.Parse(body, ExportLogsServiceRequest())
        except json_format.ParseError as e:
            print("refused: %s" % e, flush=True)
            return 400
        for resource in request.resource_logs:
            for scope in resource.scope_logs:
                for record in scope.log_records:
                    numbers = {each.key: each.value.int_value for each in record.attributes}
                    print(numbers["sallyport.seq"], record.time_unix_nano, record.severity_text, record.body.string_value)
        print(end="", flush=True)
        return 200

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
