"""Distils the teacher into a table of token vectors.

    python train.py WORK OUT.bin

Reads WORK/corpus.txt, WORK/vocabulary.txt and WORK/teacher. A GPU is wanted: about
two minutes on a large one, of which the training itself is half a minute.
"""

import math
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

import corpus
from pack import pack
from sources import SOURCES
from teacher import Teacher, ids_of

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


@dataclass(frozen=True)
class Recipe:
    """What the shipped model was made with. README.md says what else was tried."""
    dim: int = 256
    epochs: int = 12
    batch: int = 4096
    rate: float = 2e-3
    weight_rate: float = 10.0  # times rate, for the tokens' weights
    decay: float = 0.3  # of a vector towards where it started
    common: float = 1e-3  # a in a/(a+p), the weight a token starts with
    tau: float = 0.05  # temperature of who resembles whom in a batch
    neighbour: float = 0.3  # share of "the next line is near" in the loss
    neighbour_tau: float = 0.07
    seed: int = 1


# ---------------------------------------------------------------- what to learn from

def lines_of(path, rng):
    """All lines, and joined neighbours; the group of each; and whether it is held out."""
    lines, groups, held = [], [], []
    for g, (source, said) in enumerate(corpus.read(path)):
        hold = g % 80 == 7
        more = [] if hold else joined(said, joins(source), rng)
        lines += said + more
        groups += [g] * (len(said) + len(more))
        held += [hold] * (len(said) + len(more))
    return lines, torch.tensor(groups, device=DEVICE), torch.tensor(held, device=DEVICE)


def joins(source):
    """How often a line of a source is joined with what follows it."""
    kinds = {s.name: 0.3 if s.dialogue else 0.12 if s.prose else 0.0 for s in SOURCES}
    return kinds.get(source, 0.12)  # the templates


def joined(lines, often, rng):
    out = []
    for i in range(len(lines) - 1):
        if rng.random() < often and len(lines[i]) + len(lines[i + 1]) < 700:
            n = 2 if rng.random() < 0.8 else 3
            out.append((" " if rng.random() < 0.5 else "\n").join(lines[i:i + n]))
    return out


def student_tokenizer(vocabulary):
    model = models.WordPiece({t: i for i, t in enumerate(vocabulary)}, unk_token="[UNK]", max_input_chars_per_word=100)
    t = Tokenizer(model)
    t.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return t


class Bags:
    """The tokens of all lines, flat, without unknown ones."""

    def __init__(self, ids, unknown):
        ids = [[i for i in x if i != unknown] for x in ids]
        lengths = np.array([len(x) for x in ids])
        flat = np.fromiter((i for x in ids for i in x), np.int32, int(lengths.sum()))
        self.flat = torch.from_numpy(flat).to(DEVICE)
        self.ends = torch.from_numpy(np.cumsum(lengths)).to(DEVICE)
        self.starts = self.ends - torch.from_numpy(lengths).to(DEVICE)

    def embed(self, lines, table):
        """The unit vectors of some lines."""
        lengths = self.ends[lines] - self.starts[lines]
        offsets = torch.cumsum(lengths, 0) - lengths
        at = torch.arange(int(lengths.sum()), device=DEVICE)
        at += torch.repeat_interleave(self.starts[lines] - offsets, lengths)
        return F.normalize(F.embedding_bag(self.flat[at].long(), table, offsets, mode="sum"), dim=-1, eps=1e-6)

    def frequencies(self, n):
        count = torch.bincount(self.flat.long(), minlength=n).float()
        return count / count.sum()


def principal_axes(vectors, sample=400_000):
    """Uncentred: the mean of the teacher's vectors is close to zero and means something."""
    some = vectors[torch.randperm(len(vectors), device=DEVICE)[:sample]].float()
    return torch.linalg.eigh(some.T @ some / len(some)).eigenvectors.flip(1)


# ---------------------------------------------------------------- learning

class Student:
    """A direction and a weight for each token; both start at the teacher's word for the token alone."""

    def __init__(self, start, frequencies, recipe):
        self.start = start
        self.moved = torch.zeros_like(start).requires_grad_(True)
        self.weight = torch.log(recipe.common / (recipe.common + frequencies)).requires_grad_(True)

    def table(self):
        return (self.start + self.moved) * torch.exp(self.weight)[:, None]


def losses(recipe, student, teacher, axes, following, follows):
    """How far the student's vectors of a batch are from what they should be."""
    target = F.normalize(teacher @ axes[:, :recipe.dim], dim=-1)
    loss = (1 - (student * target).sum(1)).mean()
    loss += resemblance(student, teacher, recipe.tau)
    return loss + recipe.neighbour * neighbours(student, following, follows, recipe.neighbour_tau)


def resemblance(student, teacher, tau):
    """Whom in the batch a line resembles, and how much, should be as the teacher says."""
    itself = torch.eye(len(student), dtype=torch.bool, device=DEVICE)
    theirs = (teacher @ teacher.T / tau).masked_fill(itself, -1e4)
    ours = (student @ student.T / tau).masked_fill(itself, -1e4)
    return F.kl_div(F.log_softmax(ours, 1), F.log_softmax(theirs, 1), log_target=True, reduction="batchmean")


def neighbours(student, following, follows, tau):
    """The line that follows in the same group should be nearer than the lines that follow others."""
    loss = F.cross_entropy(student @ following.T / tau, torch.arange(len(student), device=DEVICE), reduction="none")
    return (loss * follows).sum() / follows.sum().clamp(min=1)


def train(recipe, student, bags, teacher, axes, groups, lines):
    torch.manual_seed(recipe.seed)
    optimizer = torch.optim.AdamW([
        {"params": [student.moved], "lr": recipe.rate, "weight_decay": recipe.decay},
        {"params": [student.weight], "lr": recipe.rate * recipe.weight_rate, "weight_decay": 0.0},
    ], betas=(0.9, 0.99))
    size = min(recipe.batch, len(lines))
    steps = recipe.epochs * (len(lines) // size)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: pace(step, steps))
    for epoch in range(recipe.epochs):
        order = lines[torch.randperm(len(lines), device=DEVICE)]
        for i in range(0, len(order) - size + 1, size):
            batch = order[i:i + size]
            following = (batch + 1).clamp(max=len(groups) - 1)
            table = student.table()
            loss = losses(
                recipe, bags.embed(batch, table), teacher[batch].float(), axes,
                bags.embed(following, table), (groups[following] == groups[batch]) & (following != batch),
            )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
        print(f"epoch {epoch + 1}: loss {loss.item():.4f}", flush=True)
    return student.table().detach()


def pace(step, steps, warm=100):
    return min(1.0, (step + 1) / warm) * 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps)))


def quantized(table):
    """int8 rows and their scales, which keep the precision of a float16."""
    scales = table.abs().amax(1, keepdim=True) / 127
    rows = torch.clamp(torch.round(table / scales.clamp(min=1e-12)), -127, 127)
    return rows.to(torch.int8), scales.half().float()


# ---------------------------------------------------------------- all of it

def main(work, out, recipe=Recipe()):
    work = Path(work)
    teacher = Teacher(str(work / "teacher"), DEVICE)
    lines, groups, held = lines_of(work / "corpus.txt", random.Random(5))
    print(f"{len(lines):,} lines", flush=True)
    taught = teacher.embed(lines)
    print("the teacher has read them", flush=True)

    vocabulary = (work / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    unknown = vocabulary.index("[UNK]")
    bags = Bags(ids_of(student_tokenizer(vocabulary), lines, special=False), unknown)
    learn, check = torch.nonzero(~held).squeeze(1), torch.nonzero(held).squeeze(1)
    axes = principal_axes(taught[learn])
    start = F.normalize(teacher.embed_tokens(vocabulary).float() @ axes[:, :recipe.dim], dim=-1)
    start[unknown] = 0

    student = Student(start, bags.frequencies(len(vocabulary)), recipe)
    table = train(recipe, student, bags, taught, axes, groups, learn)
    rows, scales = quantized(table)
    pack(out, vocabulary, scales.cpu().numpy().astype("<f4").tobytes(), rows.cpu().numpy().tobytes(), recipe.dim)
    if len(check):
        target = F.normalize(taught[check].float() @ axes[:, :recipe.dim], dim=-1)
        print(f"cosine to the teacher on held-out lines {(bags.embed(check, rows * scales) * target).sum(1).mean():.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
