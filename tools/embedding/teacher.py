"""The teacher: all-MiniLM-L6-v2, mean of its last layer, unit length."""

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from transformers import AutoModel

LONGEST = 256  # tokens; what the model was trained on
BUDGET = 160_000  # tokens in one batch


class Teacher:
    def __init__(self, path, device):
        self.device = device
        half = torch.float16 if device == "cuda" else torch.float32
        self.model = AutoModel.from_pretrained(path, dtype=half, add_pooling_layer=False).to(device).eval()
        self.tokenizer = Tokenizer.from_file(f"{path}/tokenizer.json")
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)

    def embed(self, texts):
        return self.embed_ids(ids_of(self.tokenizer, texts))

    def embed_tokens(self, tokens):
        """Each token alone, also those that continue a word and so have no spelling of their own."""
        known = self.tokenizer.get_vocab()
        first, last = known["[CLS]"], known["[SEP]"]
        spelled = ([known[t]] if t in known else self.tokenizer.encode(t, add_special_tokens=False).ids for t in tokens)
        return self.embed_ids([[first, *ids, last] for ids in spelled])

    @torch.no_grad()
    def embed_ids(self, ids):
        """Texts of about the same length go together, so that little is padding."""
        lengths = np.array([len(x) for x in ids])
        out = torch.empty(len(ids), self.model.config.hidden_size, dtype=torch.float16, device=self.device)
        for batch in batches(np.argsort(lengths, kind="stable"), lengths):
            out[torch.from_numpy(batch).to(self.device)] = self.forward([ids[i] for i in batch]).half()
        return out

    def forward(self, ids):
        longest = max(map(len, ids))
        tokens = torch.tensor([x + [0] * (longest - len(x)) for x in ids], device=self.device)
        mask = torch.tensor([[1] * len(x) + [0] * (longest - len(x)) for x in ids], device=self.device)
        hidden = self.model(input_ids=tokens, attention_mask=mask).last_hidden_state.float()
        mask = mask[..., None].float()
        return F.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1)


def ids_of(tokenizer, texts, special=True, step=100_000):
    out = []
    for i in range(0, len(texts), step):
        out += [e.ids for e in tokenizer.encode_batch(texts[i:i + step], add_special_tokens=special)]
    return out


def batches(order, lengths):
    """Runs of texts, sorted by length, of at most BUDGET tokens with the padding."""
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and (end + 1 - start) * lengths[order[end]] <= BUDGET:
            end += 1
        yield order[start:end]
        start = end
