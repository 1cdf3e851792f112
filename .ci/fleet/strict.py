"""Reads lines of OTLP in JSON as strictly as can be, twice: by the JSON messages of OpenTelemetry, and by protobuf."""

import base64
import json

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as Request
from opentelemetry.proto_json.collector.trace.v1.trace_service import ExportTraceServiceRequest as JSONRequest


def spans_of(request):
    return [span for resource in request.resource_spans for scope in resource.scope_spans for span in scope.spans]


def read(line):
    """The line's request. What is not known, or of another type than it should be, is an error."""
    document = json.loads(line)
    assert len(line) < 1 << 20, "the line is longer than collectors read"
    # A field that the reader does not know is gone when it is spelled again.
    assert JSONRequest.from_json(line).to_dict() == document, "the line has something else than OTLP"
    for resource in document["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                for key, size in (("traceId", 16), ("spanId", 8), ("parentSpanId", 8)):
                    if key == "parentSpanId" and key not in span:
                        continue
                    # OTLP has ids in hexadecimal digits, where protobuf's own JSON has base64.
                    id = bytes.fromhex(span[key])
                    assert len(id) == size and any(id), f"{key} is {span[key]}"
                    span[key] = base64.b64encode(id).decode()
    return json_format.ParseDict(document, Request(), ignore_unknown_fields=False)


def attribute(span, key):
    """The value of a span's attribute; None where it has none."""
    for pair in span.attributes:
        if pair.key == key:
            return getattr(pair.value, pair.value.WhichOneof("value"))
    return None
