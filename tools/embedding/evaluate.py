"""Measures a model: how much of the evidence is among the first 5, 10, 20 and 50.

    python evaluate.py MODEL WORK [BENCHMARK ...]

Prints one line per method, then the cosines of our own pairs.
"""

import json
import sys
from collections import Counter
from operator import mul
from pathlib import Path
from statistics import mean

import benchmarks
import bm25
from reference import Model

CUTS = (5, 10, 20, 50)


def main(path, work, *names):
    model = Model(path)
    for name in names or benchmarks.ALL:
        found = {}
        for store in benchmarks.ALL[name](work):
            for method, recalls in measure(model, store).items():
                found.setdefault(method, []).extend(recalls)
        for method, recalls in found.items():
            print(f"{name:10} {method:24} {shown(map(mean, zip(*recalls)))}   {len(recalls)} questions", flush=True)
    for kind, pairs in json.loads((Path(__file__).parent / "pairs.json").read_text(encoding="utf-8")).items():
        cosines = [dot(model.embed(a), model.embed(b)) for a, b in pairs]
        print(f"pairs      {kind:24} mean {mean(cosines):.3f}  min {min(cosines):.3f}  max {max(cosines):.3f}")


def measure(model, store):
    """The recalls of each method for all questions of a store."""
    texts = [d.text for d in store.documents]
    index, vectors = bm25.Index(texts), [model.embed(t) for t in texts]
    df = Counter(f for t in texts for f in {f for f, _ in model.features(t)})
    out = {}
    for q in store.questions:
        lexical = index.search(q.text)
        plain = nearest(vectors, model.embed(q.text))
        weighted = nearest(vectors, model.embed_query(q.text, df.__getitem__, len(texts)))
        for method, ranking in {
            "BM25": lexical,
            "static, plain query": plain,
            "static, store-df query": weighted,
            "RRF10 BM25 + store-df": fused(lexical, weighted),
        }.items():
            out.setdefault(method, []).append(recalls(ranking, store.documents, q.evidence))
    return out


def nearest(vectors, query, most=200):
    cosines = [dot(v, query) for v in vectors]
    return sorted(range(len(vectors)), key=lambda n: -cosines[n])[:most]


def dot(a, b):
    return sum(map(mul, a, b))


def fused(*rankings, k=10):
    """Reciprocal rank fusion."""
    score = Counter()
    for ranking in rankings:
        for rank, n in enumerate(ranking, 1):
            score[n] += 1 / (k + rank)
    return sorted(score, key=lambda n: (-score[n], n))


def recalls(ranking, documents, evidence):
    out = []
    for cut in CUTS:
        seen = {i for n in ranking[:cut] for i in documents[n].ids}
        out.append(sum(e in seen for e in evidence) / len(evidence))
    return out


def shown(numbers):
    return "/".join(f"{x:.3f}".lstrip("0") for x in numbers)


if __name__ == "__main__":
    main(*sys.argv[1:])
