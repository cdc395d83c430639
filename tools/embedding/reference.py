"""The embedder in plain Python, standard library only.

It is slow and says in a page what internal/embed/static does fast. The Go tests
compare themselves with what it writes (see fixtures.py).
"""

import math
import struct
import unicodedata
import zlib
from array import array

MASK64 = (1 << 64) - 1
HASHED = 1 << 63  # the bit that tells a hash from a token's id

# How much hashed features count beside tokens, which count 1.
HASH_LENGTH = 1.3
WORD, IDEOGRAPH, PIECE, SYMBOL = 1.0, 1.0, 0.4, 0.3
FUNCTION = 0.25  # characters that only hold a sentence together

FUNCTION_CHARACTERS = set(
    "的了是我你他她它们在有和与就也都很吗呢吧啊呀着过会能要这那个一不没把被给对从到上下里么什谁哪怎为之其而且或但如果因所以及再又还只更最"
    "のにはをがでとたしてるいれますもなかこそあよねへや"
)

LATIN_END = 0x250
IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2CEAF),
    (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)
KANA = ((0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3005, 0x3005), (0xFF66, 0xFF9D))


def within(ranges, c):
    return any(a <= ord(c) <= b for a, b in ranges)


def is_punctuation(c):
    o = ord(c)
    if o < 128:
        return 33 <= o <= 47 or 58 <= o <= 64 or 91 <= o <= 96 or 123 <= o <= 126
    return unicodedata.category(c)[0] == "P"


def is_space(c):
    return c in " \t\n\r" or (ord(c) > 127 and c.isspace())


def is_dropped(c):
    return c == "\ufffd" or unicodedata.category(c) in ("Cc", "Cf", "Co", "Cs", "Mn")


def fold(c):
    """The lower-case letter without its accents."""
    if 0xC0 <= ord(c) < LATIN_END or 0x1E00 <= ord(c) < 0x1F00:
        c = unicodedata.normalize("NFD", c)[0]
    return c.lower()[:1]


def words(text):
    """Splits as BERT's uncased tokenizer does."""
    word = ""
    for c in unicodedata.normalize("NFC", text):
        if is_space(c):
            if word:
                yield word
            word = ""
        elif is_dropped(c):
            continue
        elif within(IDEOGRAPHS, c) or is_punctuation(c):
            if word:
                yield word
            word = ""
            yield c
        else:
            word += fold(c)
    if word:
        yield word


def hashed(tag, text):
    """FNV-1a over the code points, three bytes each, with a tag in front."""
    h = ((14695981039346656037 ^ ord(tag)) * 1099511628211) & MASK64
    for c in text:
        for shift in (0, 8, 16):
            h = ((h ^ (ord(c) >> shift & 255)) * 1099511628211) & MASK64
    return h | HASHED


def signs(feature, dim):
    """A vector of ones and minus ones: splitmix64 seeded by the hash."""
    seed = feature & ~HASHED
    for _ in range(dim // 64):
        seed = (seed + 0x9E3779B97F4A7C15) & MASK64
        x = seed
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK64
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK64
        x ^= x >> 31
        for bit in range(64):
            yield 1 if x >> bit & 1 else -1


class Model:
    def __init__(self, path):
        with open(path, "rb") as f:
            data = f.read()
        assert data[:8] == b"SOUVEMB1", "not a model file"
        version, self.dim, n, vocabulary, checksum, _ = struct.unpack("<6I", data[8:32])
        assert version == 1 and zlib.crc32(data[32:]) == checksum, "damaged"
        tokens = data[32:32 + vocabulary].decode().split("\n")[:-1]
        assert len(tokens) == n
        self.ids = {t: i for i, t in enumerate(tokens) if t != "[UNK]"}
        scales = (32 + vocabulary + 15) & ~15
        rows = scales + 4 * n
        self.scales = array("f", data[scales:rows])
        self.rows = array("b", data[rows:rows + n * self.dim])

    def pieces(self, word):
        """WordPiece, longest match first; nothing when a part has no token."""
        out, start = [], 0
        while start < len(word) <= 100:
            prefix = "##" if start else ""
            end = len(word)
            while end > start and prefix + word[start:end] not in self.ids:
                end -= 1
            if end == start:
                return []
            out.append(self.ids[prefix + word[start:end]])
            start = end
        return out

    def features(self, text):
        """A list of (feature, weight)."""
        out, before = [], ""
        for word in words(text):
            if within(IDEOGRAPHS, word[0]) or within(KANA, word[0]):
                for c in word:
                    out += ideograph(before, c)
                    before = c
                continue
            before = ""
            if all(ord(c) < LATIN_END for c in word):
                pieces = self.pieces(word)
                out += [(i, 1.0) for i in pieces] or [(hashed("w", word), WORD)]
            elif word in self.ids:
                out.append((self.ids[word], 1.0))
            elif not is_punctuation(word[0]):
                out += foreign(word)
        return out

    def embed(self, text, weight=lambda feature: 1.0):
        v = [0.0] * self.dim
        for feature, w in self.features(text):
            w *= weight(feature)
            if feature & HASHED:
                k = w * HASH_LENGTH / math.sqrt(self.dim)
                row = signs(feature, self.dim)
            else:
                k = w * self.scales[feature]
                row = self.rows[feature * self.dim:(feature + 1) * self.dim]
            for i, x in enumerate(row):
                v[i] += k * x
        length = math.sqrt(sum(x * x for x in v))
        return [x / length for x in v] if length else v

    def embed_query(self, text, df, documents):
        """df: feature -> number of this store's documents that have it."""
        return self.embed(text, lambda f: rarity(df(f), documents))


def ideograph(before, c):
    """Han and kana: the pair with the one before, and the character itself."""
    out = []
    if before:
        both = before in FUNCTION_CHARACTERS and c in FUNCTION_CHARACTERS
        out.append((hashed("b", before + c), FUNCTION if both else IDEOGRAPH))
    out.append((hashed("u", c), FUNCTION if c in FUNCTION_CHARACTERS else IDEOGRAPH))
    return out


def foreign(word):
    """A word of another script: itself, and its pieces."""
    if unicodedata.category(word[0])[0] not in "LN":
        return [(hashed("s", word), SYMBOL)]
    out = [(hashed("w", word), WORD)]
    n = 2 if unicodedata.name(word[0], "").startswith("HANGUL") else 3
    if len(word) > n:
        out += [(hashed("t", word[i:i + n]), PIECE) for i in range(len(word) - n + 1)]
    return out


def rarity(df, documents, a=0.1):
    return a / (a + max(0, df - 1) / (documents + 20))
