"""Reads lines of OTLP in JSON as strictly as possible, twice: with OpenTelemetry's JSON messages, and with protobuf."""

import base64
import json

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as Request
from opentelemetry.proto_json.collector.trace.v1.trace_service import ExportTraceServiceRequest as JSONRequest


def spans_of(request):
    return [span for resource in request.resource_spans for scope in resource.scope_spans for span in scope.spans]


def read(line):
    """Returns the line's request. Unknown fields and wrong types are errors."""
    document = json.loads(line)
    assert len(line) < 1 << 20, "the line is longer than collectors read"
    # A field that the reader does not know is lost when the request is written again.
    assert JSONRequest.from_json(line).to_dict() == document, "the line has fields that are not OTLP"
    for resource in document["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                for key, size in (("traceId", 16), ("spanId", 8), ("parentSpanId", 8)):
                    if key == "parentSpanId" and key not in span:
                        continue
                    # OTLP has ids in hexadecimal, protobuf's own JSON has them in base64.
                    id = bytes.fromhex(span[key])
                    assert len(id) == size and any(id), f"{key} is {span[key]}"
                    span[key] = base64.b64encode(id).decode()
    return json_format.ParseDict(document, Request(), ignore_unknown_fields=False)


def attribute(span, key):
    """Returns the value of a span's attribute; None if the span does not have it."""
    for pair in span.attributes:
        if pair.key == key:
            return getattr(pair.value, pair.value.WhichOneof("value"))
    return None
