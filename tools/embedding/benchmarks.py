"""Retrieval benchmarks: stores of documents with questions and the documents that
answer them. Only measured on; their licences forbid more (LoCoMo is CC BY-NC,
the others name none), so nothing of them is kept in this repository.
"""

import json
import re
from dataclasses import dataclass, field

from sources import folder


@dataclass
class Document:
    text: str
    ids: list  # what finding it counts as having found


@dataclass
class Question:
    text: str
    evidence: list  # ids


@dataclass
class Store:
    documents: list
    questions: list
    others: list = field(default_factory=list)  # texts to keep out of the corpus, too

    def texts(self):
        said = [d.text.split(": ", 1)[-1] for d in self.documents]
        return said + self.others + [q.text for q in self.questions]


def json_of(path):
    return json.loads(path.read_text(encoding="utf-8"))


def sessions_of(chat):
    numbers = sorted(int(m.group(1)) for key in chat if (m := re.fullmatch(r"session_(\d+)", key)))
    return [chat[f"session_{n}"] for n in numbers]


def turn(speaker, text, caption):
    return f"{speaker}: {text}" + (f" [image: {caption}]" if caption else "")


def evidence(raw, known):
    """Ids such as D1:3, however the annotators wrote them."""
    found = re.findall(r"D:?\s*(\d+)\s*:\s*(\d+)", str(raw))
    ids = [f"D{int(a)}:{int(b)}" for a, b in found]
    return [i for i in dict.fromkeys(ids) if i in known]


def questions(asked, known):
    out = [Question(q["question"], evidence(q.get("evidence"), known)) for q in asked]
    return [q for q in out if q.evidence]


def locomo(work):
    """Ten conversations; the questions of categories 1 to 4 (5 has no answer)."""
    for sample in json_of(folder(work, "snap-research/locomo") / "data/locomo10.json"):
        turns = [t for session in sessions_of(sample["conversation"]) for t in session]
        documents = [Document(turn(t["speaker"], t["text"], t.get("blip_caption")), [t["dia_id"]]) for t in turns]
        known = {t["dia_id"] for t in turns}
        asked = [q for q in sample["qa"] if q["category"] != 5]
        observed = [o[0] for session in sample["observation"].values() for said in session.values() for o in said]
        yield Store(documents, questions(asked, known), observed)


def realtalk(work):
    """Chats of ten pairs of people over three weeks."""
    for path in sorted((folder(work, "danny911kr/REALTALK") / "data").glob("Chat_*.json")):
        chat = json_of(path)
        documents = []
        for t in (t for session in sessions_of(chat) for t in session):
            text, caption = (t.get("clean_text") or "").strip(), t.get("blip_caption") or t.get("caption") or ""
            caption = " ".join(caption) if isinstance(caption, list) else caption
            if text or caption:
                documents.append(Document(turn(t["speaker"], text, caption), [t["dia_id"]]))
        known = {d.ids[0] for d in documents}
        yield Store(documents, questions(chat.get("qa", []), known))


# Kinds of BEAM's questions that name the messages that answer them.
BEAM_KINDS = {
    "contradiction_resolution", "information_extraction", "knowledge_update", "multi_session_reasoning",
    "temporal_reasoning", "preference_following", "instruction_following",
}


def beam(work):
    """Long chats with an assistant, the ones of 100,000 tokens."""
    for path in sorted((folder(work, "mohammadtavakoli78/BEAM") / "chats/100K").glob("*/chat.json")):
        said = [t for batch in json_of(path) for exchange in batch["turns"] for t in exchange]
        documents = [Document(f"{t['role']}: {beam_text(t['content'])}", [str(t["id"])]) for t in said]
        known = {d.ids[0] for d in documents}
        asked = []
        for kind, qs in json_of(path.parent / "probing_questions/probing_questions.json").items():
            for q in qs if kind in BEAM_KINDS else []:
                ids = [i for i in dict.fromkeys(map(str, flat(q.get("source_chat_ids")))) if i in known]
                asked += [Question(q["question"], ids)] if ids else []
        yield Store(documents, asked)


def beam_text(content):
    return re.sub(r"\s+", " ", re.sub(r"->->.*$", "", content).strip())[:1500]


def flat(x):
    if isinstance(x, dict):
        x = list(x.values())
    return [z for y in x for z in flat(y)] if isinstance(x, list) else [] if x is None else [x]


def memsim(work):
    """Chinese messages; ten people make one store, so that it has about 100 messages."""
    root = folder(work, "nuster1128/MemSim") / "data_generation/final_dataset/messages_and_QAs"
    for name in ("01_simple_hybrid", "02_conditional_hybrid", "03_comparative_hybrid", "06_noisy_hybrid"):
        people = json_of(root / f"{name}.json")
        for i in range(0, len(people), 10):
            documents, asked = [], []
            for p in people[i:i + 10]:
                ids = {m["mid"]: f"{p['tid']}:{m['mid']}" for m in p["message_list"]}
                documents += [Document(m["message"], [ids[m["mid"]]]) for m in p["message_list"]]
                for q in p["question_list"]:
                    found = [ids[x] for x in q["target_step_id"] if x in ids]
                    asked += [Question(q["question"], found)] if found else []
            yield Store(documents, asked)


ALL = {"locomo": locomo, "realtalk": realtalk, "beam": beam, "memsim": memsim}
