"""The lexical half of the comparison: SQLite's FTS5 with Porter stems."""

import re
import sqlite3

STOP_WORDS = set(
    """a about above after again against all am an and any are as at be because been before being below between both
    but by can cannot could d did didn do does doesn doing don down during each few for from further had has have having
    he her here hers herself him himself his how i if in into is isn it its itself just let ll m me more most mustn my
    myself no nor not now o of off on once only or other ought our ours ourselves out over own re s same shan she should
    so some such t than that the their theirs them themselves then there these they this those through to too under until
    up ve very was wasn we were weren what when where which while who whom why will with won would y you your yours
    yourself yourselves""".split()
)


class Index:
    def __init__(self, texts):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("create virtual table documents using fts5(text, tokenize='porter unicode61')")
        self.db.executemany("insert into documents (rowid, text) values (?, ?)", enumerate(texts))

    def search(self, query, most=200):
        """The numbers of the texts that have any of the query's words, best first."""
        words = [w for w in re.findall(r"\w+", query.lower()) if w not in STOP_WORDS]
        if not words:
            return []
        any_of = " OR ".join(f'"{w}"' for w in dict.fromkeys(words))
        rows = self.db.execute("select rowid from documents where documents match ? order by rank limit ?", (any_of, most))
        return [n for (n,) in rows]
