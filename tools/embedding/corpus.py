"""Builds the corpus: groups of lines, separated by blank lines; the first line of
a group is #source.

    python corpus.py WORK [SOURCE ...]      WORK/corpus.txt from all sources, or from some

A line that shares eight words in a row with a LoCoMo turn, observation or
question is dropped, so that LoCoMo stays a fair measure.
"""

import hashlib
import random
import re
import sys
from collections import Counter
from pathlib import Path

import benchmarks
from readers import Dialogue
from sources import SOURCES, WORD_LISTS, folder
from templates import ASKING, Templates

GUARD = 8  # words in a row


def words_of(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def runs_of(words):
    return (" ".join(words[i:i + GUARD]) for i in range(len(words) - GUARD + 1))


class Corpus:
    def __init__(self, forbidden, names, rng):
        self.forbidden, self.names, self.rng = forbidden, names, rng
        self.groups, self.lines, self.seen, self.dropped = [], Counter(), set(), 0

    def add(self, source, groups, most):
        for group in groups:
            if self.lines[source] >= most:
                return
            lines = self.spoken(group) if isinstance(group, Dialogue) else group
            lines = [line for line in map(self.clean, lines) if line]
            if lines:
                self.groups.append((source, lines))
                self.lines[source] += len(lines)

    def spoken(self, dialogue):
        """The turns, sometimes under invented names, and questions about them."""
        names = {}
        if self.rng.random() < dialogue.named:
            speakers = list(dict.fromkeys(speaker for speaker, _ in dialogue.turns))
            names = dict(zip(speakers, self.rng.sample(self.names, 4)))
        lines = [f"{names.get(s, 'Alex')}: {text}" if names else text for s, text in dialogue.turns]
        asked = [self.question(text, names.get(s)) for s, text in dialogue.turns]
        return lines + [q for q in asked if q]

    def question(self, text, name):
        """Now and then, a question made from a few words of what was said."""
        words = re.findall(r"[A-Za-z0-9'-]+", text)
        if len(words) < 7 or self.rng.random() >= 0.3:
            return None
        n = self.rng.randint(2, 6)
        start = self.rng.randint(0, len(words) - n)
        about = " ".join(words[start:start + n])
        if self.rng.random() < 0.5:
            about = about.lower()
        return self.rng.choice(ASKING).format(n=name or self.rng.choice(self.names), x=about)

    def clean(self, line):
        """The line, or None when it is no English sentence, forbidden or seen before."""
        line = re.sub(r"\s+", " ", line).strip()
        words = words_of(line)
        if not words or not 2 <= len(line) <= 600:
            return None
        if sum(c.isascii() for c in line) < 0.93 * len(line) or sum(c.isalpha() for c in line) < 0.55 * len(line):
            return None
        if any(run in self.forbidden for run in runs_of(words)):
            self.dropped += 1
            return None
        digest = hashlib.blake2b(" ".join(words).encode(), digest_size=8).digest()
        if digest in self.seen:
            return None
        self.seen.add(digest)
        return line

    def write(self, path):
        self.rng.shuffle(self.groups)
        with open(path, "w", encoding="utf-8") as f:
            for source, lines in self.groups:
                f.write(f"#{source}\n" + "\n".join(lines) + "\n\n")


def read(path):
    """Yields (source, lines) for each group."""
    for block in Path(path).read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.split("\n") if line]
        if len(lines) > 1:
            yield lines[0][1:], lines[1:]


def forbidden_runs(work):
    return {run for store in benchmarks.locomo(work) for text in store.texts() for run in runs_of(words_of(text))}


def main(work, *only):
    rng = random.Random(3)
    templates = Templates(folder(work, WORD_LISTS), rng)
    corpus = Corpus(forbidden_runs(work), templates.names, rng)
    for source in SOURCES:
        if not only or source.name in only:
            corpus.add(source.name, source.read(folder(work, source.repo), rng), source.most)
    if not only or "templates" in only:
        corpus.add("templates", templates.groups(), 240_000)
    corpus.write(Path(work) / "corpus.txt")
    for name, n in corpus.lines.most_common():
        print(f"{name:40} {n:9,} lines")
    print(f"{'all':40} {corpus.lines.total():9,} lines; {corpus.dropped} dropped for LoCoMo")


if __name__ == "__main__":
    main(*sys.argv[1:])
