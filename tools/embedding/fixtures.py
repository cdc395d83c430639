"""Writes the texts, features and vectors that the Go tests compare with.

    python fixtures.py MODEL OUT.json.gz

All texts are our own: texts.json is made of awkward ones, pairs.json of ordinary
sentences.
"""

import gzip
import json
import sys
from pathlib import Path

from reference import HASHED, Model

HERE = Path(__file__).parent


def texts():
    out = json.loads((HERE / "texts.json").read_text(encoding="utf-8"))
    for pairs in json.loads((HERE / "pairs.json").read_text(encoding="utf-8")).values():
        out += [text for pair in pairs for text in pair]
    return list(dict.fromkeys(out))


def fixture(model, text):
    features = [[-1, str(f & ~HASHED), w] if f & HASHED else [f, "0", w] for f, w in model.features(text)]
    return {"t": text, "f": features, "v": [round(x, 6) for x in model.embed(text)]}


def main(path, out):
    model = Model(path)
    fixtures = [fixture(model, t) for t in texts()]
    lines = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in fixtures)
    with open(out, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as f:
        f.write(f"[\n{lines}\n]\n".encode())
    print(f"{len(fixtures)} texts -> {out}")


if __name__ == "__main__":
    main(*sys.argv[1:])
