"""Writes a table of vectors as a model file. The layout is described in
internal/embed/static/file.go.
"""

import struct
import zlib


def pack(path, tokens, scales, rows, dim):
    """scales: bytes of one little-endian float32 per token; rows: bytes of dim int8 per token."""
    assert len(scales) == 4 * len(tokens) and len(rows) == dim * len(tokens)
    vocabulary = "".join(t + "\n" for t in tokens).encode()
    padding = b"\0" * (-(32 + len(vocabulary)) % 16)
    body = vocabulary + padding + scales + rows
    header = struct.pack("<8s6I", b"SOUVEMB1", 1, dim, len(tokens), len(vocabulary), zlib.crc32(body), 0)
    with open(path, "wb") as f:
        f.write(header + body)
