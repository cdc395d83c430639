"""What the corpus is made of: permissively licensed repositories, side by side.

    python sources.py WORK      clones all of them, one commit deep, into WORK/repos

The licence is what the repository said when we looked. The text is only fed to
the teacher; none of it is stored in the model. Left out on purpose: anything
non-commercial or without a licence, AGPL, and whatever holds LoCoMo or
LongMemEval, which we want to be able to measure on.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import readers


@dataclass(frozen=True)
class Source:
    name: str
    repo: str
    licence: str
    read: Callable
    most: int = 10**9  # lines
    dialogue: bool = False
    prose: bool = False


SOURCES = [
    Source("self_dialogue", "jfainberg/self_dialogue_corpus", "BSD-3-Clause", readers.self_dialogue, 190_000, dialogue=True),
    Source("topical_chat", "alexa/Topical-Chat", "CDLA-Sharing-1.0", readers.topical_chat, dialogue=True),
    Source("persona_chat", "google-research-datasets/Synthetic-Persona-Chat", "CC BY 4.0", readers.persona_chat, dialogue=True),
    Source("taskmaster4", "google-research-datasets/Taskmaster", "CC BY 4.0", readers.taskmaster4, 25_000, dialogue=True),
    Source("taskmaster3", "google-research-datasets/Taskmaster", "CC BY 4.0", readers.taskmaster3, 12_000, dialogue=True),
    Source("schema_guided", "google-research-datasets/dstc8-schema-guided-dialogue", "CC BY-SA 4.0", readers.schema_guided, 70_000, dialogue=True),
    Source("realmem", "AvatarMemory/RealMemBench", "Apache-2.0 (badge: MIT)", readers.realmem, 120_000, dialogue=True),
    Source("madial", "hejunqing/MADial-Bench", "MIT", readers.madial, dialogue=True),
    Source("memorybank", "zhongwanjun/MemoryBank-SiliconFriend", "MIT", readers.memorybank, dialogue=True),

    Source("trivia", "uberspot/OpenTriviaQA", "CC BY-SA 4.0", readers.trivia),
    Source("wellformedness", "google-research-datasets/query-wellformedness", "CC BY-SA 4.0", readers.wellformedness),
    Source("nq_open", "google-research-datasets/natural-questions", "Apache-2.0", readers.nq_open),
    Source("clinc", "clinc/oos-eval", "CC BY 3.0", readers.clinc),
    Source("banking77", "PolyAI-LDN/task-specific-datasets", "CC BY 4.0", readers.banking77),
    Source("snips", "snipsco/nlu-benchmark", "CC0", readers.snips),
    Source("nlu_evaluation", "xliuhw/NLU-Evaluation-Data", "CC BY 4.0", readers.nlu_evaluation),

    Source("common_voice", "common-voice/common-voice", "CC0 (sentences)", readers.common_voice),
    Source("wordnet", "globalwordnet/english-wordnet", "CC BY 4.0", readers.wordnet),
    Source("wiki_split", "google-research-datasets/wiki-split", "CC BY-SA 4.0", readers.wiki_split, prose=True),

    Source("digitalgov", "GSA/digitalgov.gov", "CC0", readers.markdown(r"^content/.*\.md$", 0.8), 50_000, prose=True),
    Source("18f", "18F/18f.gsa.gov", "CC0", readers.markdown(r"\.md$", 0.8), 30_000, prose=True),
    Source("github_docs", "github/docs", "CC BY 4.0", readers.markdown(r"^content/.*\.md$", 0.6), 35_000, prose=True),
    Source("kubernetes_docs", "kubernetes/website", "CC BY 4.0", readers.markdown(r"^content/en/.*\.md$", 0.6), 35_000, prose=True),
    Source("mdn", "mdn/content", "CC BY-SA 2.5", readers.markdown(r"^files/en-us/.*\.md$", 0.5), 50_000, prose=True),
    Source("openstax_success", "openstax/osbooks-college-success-bundle", "CC BY 4.0", readers.openstax, prose=True),
    Source("openstax_anthropology", "openstax/osbooks-introduction-anthropology", "CC BY 4.0", readers.openstax, prose=True),
    Source("openstax_business", "openstax/osbooks-introduction-business", "CC BY 4.0", readers.openstax, prose=True),
    Source("openstax_economics", "openstax/osbooks-principles-economics-bundle", "CC BY 4.0", readers.openstax, prose=True),
]

# Documentation of software, for its words; Apache-2.0, MIT, BSD or MPL.
DOCUMENTATION = """
    mem0ai/mem0 topoteretes/cognee vectorize-io/hindsight MemTensor/MemOS getzep/graphiti letta-ai/letta-code
    supermemoryai/supermemory memodb-io/memobase usememos/memos ollama/ollama nats-io/nats-server
    rqlite/rqlite restic/restic trpc-group/trpc-agent-go doobidoo/mcp-memory-service pocketbase/pocketbase
    benbjohnson/litestream riverqueue/river modelcontextprotocol/go-sdk timescale/memory-engine
    MemMachine/MemMachine EverMind-AI/EverOS mem9-ai/mem9 NevaMind-AI/memU cpacker/MemGPT charmbracelet/mods
    hurttlocker/cortex facebookresearch/ParlAI
""".split()

SOURCES += [
    Source(f"docs:{repo}", repo, "see repository", readers.markdown(r"\.mdx?$", 0.6, skip=r"locomo|longmem|bench|eval|i18n|zh|cn|ja/|CHANGELOG"), 3_000)
    for repo in DOCUMENTATION
]

WORD_LISTS = "dariusk/corpora"  # CC0; fills the slots of templates.py

# Measured on, never trained on. See benchmarks.py.
BENCHMARKS = ["snap-research/locomo", "danny911kr/REALTALK", "mohammadtavakoli78/BEAM", "nuster1128/MemSim"]


def folder(work, repo):
    return Path(work) / "repos" / repo.replace("/", "+")


def clone(work, repo):
    target = folder(work, repo)
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"https://github.com/{repo}", str(target)], check=True)


def main(work):
    for repo in dict.fromkeys([s.repo for s in SOURCES] + [WORD_LISTS] + BENCHMARKS):
        print(repo, flush=True)
        clone(work, repo)


if __name__ == "__main__":
    main(*sys.argv[1:])
