"""Sends lines of OTLP through a real collector, rotel, and returns the spans that it exports."""

import gzip
import http.server
import os
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import rotel
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as Request

from strict import spans_of


class Sink:
    """The server that the collector exports to. It keeps the ids and the names of spans."""

    def __init__(self):
        self.spans, self.changed = [], threading.Condition()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(handler):
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                # The collector compresses its exports, even when configured not to.
                if handler.headers["Content-Encoding"] == "gzip":
                    body = gzip.decompress(body)
                request = Request.FromString(body)
                with self.changed:
                    self.spans += [(s.trace_id.hex(), s.span_id.hex(), s.name) for s in spans_of(request)]
                    self.changed.notify_all()
                handler.send_response(200)
                handler.send_header("Content-Type", "application/x-protobuf")
                handler.send_header("Content-Length", "0")
                handler.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count, patience=30):
        """Waits until `count` spans have arrived, or none has for `patience` seconds."""
        with self.changed:
            while len(self.spans) < count and self.changed.wait(patience):
                pass
            return list(self.spans)


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


def post(port, line):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/traces", line.encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        assert response.status == 200, response.status


def send(lines, count, folder):
    """Posts the lines to the collector, and returns the spans that it exports. `count` are expected."""
    sink, port, log = Sink(), free_port(), Path(folder) / "rotel.log"
    with log.open("w") as said:
        collector = subprocess.Popen(
            [str(Path(rotel.__file__).parent / "rotel-agent"), "start", "--otlp-http-endpoint", f"127.0.0.1:{port}",
             "--otlp-grpc-endpoint", f"127.0.0.1:{free_port()}", "--exporter", "otlp", "--otlp-exporter-protocol", "http",
             "--otlp-exporter-endpoint", f"http://127.0.0.1:{sink.server.server_port}", "--pid-file", str(Path(folder) / "rotel.pid"),
             "--log-file", str(Path(folder) / "rotel-daemon.log")],
            stdout=said, stderr=said, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if collector.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit("The collector does not start:\n" + log.read_text())
                time.sleep(0.05)
        for line in lines:
            post(port, line)
        return sink.wait(count)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"The collector refuses a line: {error} {error.read()[:400]!r}\n" + log.read_text()[-2000:])
    finally:
        collector.terminate()
        collector.wait(20)
        sink.server.shutdown()
