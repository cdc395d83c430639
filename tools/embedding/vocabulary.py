"""Makes the student's vocabulary: BERT's, without what it cannot use, and the words
of our corpus that BERT would split.

    python vocabulary.py WORK      WORK/vocabulary.txt from WORK/teacher and WORK/corpus.txt
"""

import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import corpus

ADDED = 4000
OFTEN = 25  # times
WIDELY = 2  # sources


def main(work):
    work = Path(work)
    bert = json.loads((work / "teacher/tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    kept = [t for t in sorted(bert, key=bert.get) if is_useful(t)]
    added = split_words(work / "corpus.txt", bert)[:ADDED]
    (work / "vocabulary.txt").write_text("".join(t + "\n" for t in kept + added), encoding="utf-8")
    print(f"{len(kept)} of BERT's {len(bert)} tokens and {len(added)} words")


def is_useful(token):
    """Latin, punctuation and currency; the rest is hashed (see reference.py)."""
    if token == "[UNK]":
        return True
    if re.fullmatch(r"\[(unused\d+|PAD|CLS|SEP|MASK)\]", token):
        return False
    return all(is_latin(ord(c)) for c in token.removeprefix("##"))


def is_latin(o):
    return o < 0x250 or 0x2000 <= o < 0x2070 or 0x20A0 <= o < 0x20D0 or 0x2100 <= o < 0x2200


def split_words(path, bert):
    """Words that BERT has no token for, the most frequent first."""
    count, sources = Counter(), defaultdict(set)
    for source, lines in corpus.read(path):
        for line in lines:
            for word in corpus.words_of(line):
                if word not in bert and re.fullmatch(r"[a-z]{2}[a-z0-9]{0,22}", word):
                    count[word] += 1
                    sources[word].add(source)
    return [w for w, n in count.most_common() if n >= OFTEN and len(sources[w]) >= WIDELY]


if __name__ == "__main__":
    main(*sys.argv[1:])
