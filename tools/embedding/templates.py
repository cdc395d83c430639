"""Our own sentences: what people say about their lives, and what they ask a
memory. The words come from templates/slots.json and the CC0 lists it names.
"""

import json
import re
from pathlib import Path

HERE = Path(__file__).parent / "templates"


def lines_of(name):
    return (HERE / name).read_text(encoding="utf-8").splitlines()


ASKING = lines_of("asking.txt")  # ways to ask about {x} that {n} said


class Templates:
    def __init__(self, lists, rng):
        """lists: the folder of dariusk/corpora."""
        self.rng = rng
        self.statements, self.questions = lines_of("statements.txt"), lines_of("questions.txt")
        slots = json.loads((HERE / "slots.json").read_text(encoding="utf-8"))
        self.slots = {name: words_of(slot, Path(lists) / "data") for name, slot in slots.items()}
        self.names = self.slots["name"]

    def groups(self, n=3200):
        """n small worlds: statements and questions, a third of them about the same three people."""
        for _ in range(n):
            people = self.rng.sample(self.names, 3)
            said = self.some(self.statements, 44) + self.some(self.statements, 20, people)
            asked = self.some(self.questions, 22) + self.some(self.questions, 10, people)
            yield [self.attributed(line, people) for line in said] + asked

    def some(self, templates, n, people=None):
        return [self.fill(self.rng.choice(templates), people or self.names) for _ in range(n)]

    def attributed(self, line, people):
        return f"{self.rng.choice(people)}: {line}" if self.rng.random() < 0.25 else line

    def fill(self, template, names):
        """Fills the slots; {drink} and {drink2} never get the same word."""
        used = {}

        def word(found):
            slot = found.group(1).rstrip("2")
            words = names if slot == "name" else self.slots[slot]
            before = used.get(slot)
            while (chosen := self.rng.choice(words)) == before:
                pass
            used[slot] = chosen
            return chosen

        line = re.sub(r"\{(\w+)\}", word, template)
        return line[0].upper() + line[1:]


def words_of(slot, lists):
    words = [word for path in slot.get("lists", []) for word in list_of(lists, path)]
    return words + slot["words"].split("|") * slot.get("times", 1) if "words" in slot else words


def list_of(lists, path):
    """The longest list in a file, or the one named behind a #."""
    path, _, key = path.partition("#")
    data = json.loads((lists / path).read_text(encoding="utf-8"))
    if isinstance(data, dict):
        data = data[key] if key else max((v for v in data.values() if isinstance(v, list)), key=len)
    words = [x if isinstance(x, str) else x.get("name") or x.get("city") for x in data if isinstance(x, (str, dict))]
    return [w for w in words if isinstance(w, str) and 1 < len(w) < 40]
