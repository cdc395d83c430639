"""One reader for each kind of source. A reader gets the folder of a repository
and a random generator, and yields groups of lines that belong together: a
Dialogue, or a list of lines from one document or one bag of questions.
"""

import csv
import io
import json
import re
from collections import defaultdict
from dataclasses import dataclass

csv.field_size_limit(10**9)


@dataclass
class Dialogue:
    turns: list  # of (speaker, text)
    named: float = 0.35  # how often its speakers get invented names


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace")


def json_of(path):
    return json.loads(text_of(path))


def rows_of(path):
    return csv.DictReader(io.StringIO(text_of(path)))


def bags(lines, rng, size=64):
    """Lines that have no order, in groups of a size."""
    lines = list(lines)
    rng.shuffle(lines)
    for i in range(0, len(lines), size):
        yield lines[i:i + size]


# ---------------------------------------------------------------- dialogues

def self_dialogue(root, rng):
    for path in sorted((root / "corpus").rglob("*.csv")):
        for row in rows_of(path):
            said = [(i % 2, (row.get(f"Answer.sentence{i}") or "").strip()) for i in range(1, 40)]
            yield Dialogue([turn for turn in said if len(turn[1]) > 3])


def topical_chat(root, rng):
    for part in ("test_freq", "test_rare", "valid_freq", "valid_rare"):
        for chat in json_of(root / f"conversations/{part}.json").values():
            yield Dialogue([(turn["agent"], turn["message"]) for turn in chat["content"]])


def persona_chat(root, rng):
    for part in ("valid", "test"):
        for row in rows_of(root / f"data/Synthetic-Persona-Chat_{part}.csv"):
            one, two, chat = list(row.values())[:3]
            turns = [line.split(":", 1) for line in chat.split("\n") if ":" in line]
            yield Dialogue([(speaker, text.strip()) for speaker, text in turns], named=0.5)
            yield one.split("\n") + two.split("\n")


def taskmaster4(root, rng):
    for path in sorted((root / "TM-4-2024/data").glob("data_0[0-7].json")):
        for chat in json_of(path):
            if rng.random() < 0.5:
                yield Dialogue([(u["speaker"], u["text"]) for u in chat["utterances"]], named=0.1)


def taskmaster3(root, rng):
    for line in text_of(root / "TM-3-2020/splits/train/train-bc.tsv").splitlines():
        turns = re.findall(r"<([UA])>([^<\[]+)", line)
        yield Dialogue([(speaker, text.strip()) for speaker, text in turns], named=0.1)


def schema_guided(root, rng):
    files = sorted(p for part in ("train", "dev", "test") for p in (root / part).glob("dialogues_*.json"))
    for path in rng.sample(files, min(60, len(files))):
        for chat in json_of(path):
            if rng.random() < 0.6:
                yield Dialogue([(t["speaker"], t["utterance"]) for t in chat["turns"]], named=0.1)


def realmem(root, rng):
    for path in sorted((root / "dataset").rglob("*256k.json")):
        for chat in json_of(path)["dialogues"]:
            turns = []
            for turn in chat["dialogue_turns"]:
                for paragraph in re.split(r"\n+", re.sub(r"[*#`|>]+", " ", turn["content"])):
                    turns += [(turn["speaker"], x) for x in short(paragraph, rng) if len(x.split()) > 2]
            if len(turns) > 300:
                rng.shuffle(turns)
            yield Dialogue(turns[:120])


def madial(root, rng):
    for line in text_of(root / "data/en/MADial-Bench-en-dialogue.json").splitlines():
        try:
            chats = json.loads(line)
        except ValueError:
            continue
        for chat in chats if isinstance(chats, list) else [chats]:
            found = [re.match(r'<(\w+)>:\s*"?(.*?)"?\s*$', turn) for turn in chat.get("dialogue", [])]
            yield Dialogue([m.groups() for m in found if m])
    yield re.findall(r'"([^"]{25,400})"', text_of(root / "data/en/MADial-Bench-en-memory.json"))


def memorybank(root, rng):
    for person in json_of(root / "eval_data/en/memory_bank_en.json").values():
        for day in person["history"].values():
            turns = [(who, turn[key]) for turn in day for who, key in ((0, "query"), (1, "response"))]
            yield Dialogue(turns, named=0.5)


# ---------------------------------------------------------------- questions and commands

def trivia(root, rng):
    for path in sorted((root / "categories").iterdir()):
        group = []
        for block in re.split(r"\n(?=#Q )", text_of(path)):
            found = re.match(r"#Q (.*?)\n\^ (.*)", block, re.S)
            if not found:
                continue
            question = re.sub(r"\s+", " ", found.group(1))
            answer = found.group(2).split("\n")[0]
            group.append(question)
            if rng.random() < 0.3:
                group.append(f"{question} {answer}")
            elif rng.random() < 0.2:
                group.append(answer)
            if len(group) > 60:
                yield group
                group = []
        yield group


def wellformedness(root, rng):
    for part in ("train", "dev", "test"):
        lines = text_of(root / f"{part}.tsv").splitlines()
        yield from bags([line.split("\t")[0].replace(" ?", "?") for line in lines], rng)


def nq_open(root, rng):
    for part in ("NQ-open.dev", "NQ-open.efficientqa.dev.1.1", "NQ-open.efficientqa.test.1.1"):
        lines = text_of(root / f"nq_open/{part}.jsonl").splitlines()
        yield from bags([json.loads(line)["question"] for line in lines], rng)


def clinc(root, rng):
    for part in json_of(root / "data/data_full.json").values():
        yield from bags([text for text, _ in part], rng)
    yield from bags(text_of(root / "data/all_wiki_sents.txt").splitlines(), rng)


def banking77(root, rng):
    yield from bags([row["text"] for row in rows_of(root / "banking_data/train.csv")], rng)


def snips(root, rng):
    for path in sorted(root.rglob("train_*_full.json")):
        for examples in json_of(path).values():
            yield from bags(["".join(part["text"] for part in x["data"]) for x in examples], rng)


def nlu_evaluation(root, rng):
    found = []
    for path in sorted(root.rglob("RasaNlu*")):
        if "KFold_1/" in path.as_posix() and "/merged/" in path.as_posix() and path.is_file():
            found += re.findall(r'"text"\s*:\s*"([^"]+)"', text_of(path))
    yield from bags(found, rng)


# ---------------------------------------------------------------- sentences and definitions

def common_voice(root, rng):
    for path in sorted((root / "server/data/en").glob("*.txt")):
        yield from bags(text_of(path).splitlines(), rng)


def wordnet(root, rng):
    for path in sorted((root / "src/yaml").glob("*.yaml")):
        if not re.match(r"(noun|verb|adj|adv)\.", path.name):
            continue
        group = []
        for entry in wordnet_entries(text_of(path)):
            group += definition(entry, rng)
            if len(group) > 64:
                yield group
                group = []
        yield group


def wordnet_entries(text):
    """The few fields we need, without a YAML parser: the files are regular and large."""
    entry, field = defaultdict(list), None
    for line in text.splitlines():
        if re.match(r"\d{8}-\w:", line):
            yield entry
            entry, field = defaultdict(list), None
        elif found := re.match(r"  (\w+):", line):
            field = found.group(1)
        elif field and (found := re.match(r"  - (.*)", line)):
            entry[field].append(found.group(1).strip("'\""))
        elif field and entry[field] and (found := re.match(r"    (\S.*)", line)):
            entry[field][-1] += " " + found.group(1).strip("'\"")
    yield entry


def definition(entry, rng):
    if not entry["members"] or not entry["definition"]:
        return []
    members, meaning = entry["members"], entry["definition"][0]
    shape = rng.random()
    if shape < 0.5:
        out = [f"{members[0]}: {meaning}"]
    elif shape < 0.7:
        out = [f"{' or '.join(members[:3])} means {meaning}"]
    else:
        out = [meaning]
    if rng.random() < 0.5:
        out.append(rng.choice(members))
    return out + [x for x in entry["example"] if len(x.split()) > 2]


def wiki_split(root, rng):
    for part in ("tune", "test", "validation"):
        lines = []
        for line in text_of(root / f"{part}.tsv").splitlines():
            whole, halves = line.split("\t")
            for x in [whole] if rng.random() < 0.5 else halves.split("<::::>"):
                x = x.replace("''", '"').replace("( ", "(")
                lines.append(re.sub(r"\s+([.,;:!?)])", r"\1", x))
        yield from bags(lines, rng)


# ---------------------------------------------------------------- prose

def markdown(pattern, keep, skip=r"$^"):
    """A reader of the Markdown files whose path matches; keep is the share of chunks."""
    def read(root, rng):
        paths = [p for p in sorted(root.rglob("*.md*")) if p.is_file()]
        paths = [p for p in paths if re.search(pattern, rel := p.relative_to(root).as_posix()) and not re.search(skip, rel, re.I)]
        rng.shuffle(paths)
        for path in paths:
            if not 300 < path.stat().st_size < 200_000:
                continue
            text = text_of(path)
            if not re.search(r"locomo|longmemeval", text, re.I):
                yield [x for x in chunks_of_markdown(text, rng) if rng.random() < keep][:80]
    return read


def chunks_of_markdown(text, rng):
    for pattern, replacement in (
        (r"\A---\n.*?\n---\n", ""),
        (r"```.*?```", "\n"),
        (r"<!--.*?-->|\{\{.*?\}\}|\{%.*?%\}|<[^>]+>", " "),
        (r"!\[[^\]]*\]\([^)]*\)", " "),
        (r"\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])", r"\1"),
    ):
        text = re.sub(pattern, replacement, text, flags=re.S)
    for paragraph in re.split(r"\n\s*\n|\n\s*[-*+]\s|\n\s*\d+\.\s|\n#+ ", "\n" + text):
        paragraph = re.sub(r"\s+", " ", re.sub(r"[*_`#>]+", "", paragraph)).strip()
        if "|" not in paragraph and len(paragraph.split()) >= 3:
            yield from chunks(paragraph, rng, least=3)


def openstax(root, rng):
    for path in sorted(root.rglob("*.cnxml")):
        group = []
        for paragraph in re.findall(r"<para[^>]*>(.*?)</para>", text_of(path), re.S):
            paragraph = re.sub(r"&\w+;", " ", re.sub(r"<[^>]+>", "", paragraph))
            group += chunks(re.sub(r"\s+", " ", paragraph), rng)
        yield group


def chunks(text, rng, least=4, most=45):
    """Sentences, now and then two or three joined, of at most about most words."""
    out, chunk, size = [], [], 0
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z\"'(])", text):
        n = len(sentence.split())
        if n == 0 or n > most * 1.6:
            continue
        chunk.append(sentence.strip())
        size += n
        if size >= least and (rng.random() < 0.7 or size > most * 0.6):
            out.append(" ".join(chunk))
            chunk, size = [], 0
    if size >= least:
        out.append(" ".join(chunk))
    return out


def short(text, rng, most=60):
    """A turn as it is, or in pieces when it is long."""
    return [text] if len(text.split()) <= most else chunks(text, rng, most=most)
