// Runs LangChain's OpenAI client against a server, and prints what it sees, one line a
// flow. Usage: node langchain.mjs URL
import { HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages"
import { tool } from "@langchain/core/tools"
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai"
import { z } from "zod"
import { run } from "./run.mjs"

const configuration = { baseURL: process.argv[2] + "/v1", defaultHeaders: { "X-Souvenir-User": "ada", "X-Souvenir-Conversation": "langchain" } }
const named = (useResponsesApi) => (model) => new ChatOpenAI({ model, apiKey: "sk-test", maxRetries: 0, configuration, useResponsesApi })
const ask = [new SystemMessage("You are kind."), new HumanMessage("What must I not eat?")]
const food = z.object({ food: z.string() })
const lookUp = tool(async ({ q }) => "all about " + q, { name: "look_up", description: "Looks something up", schema: z.object({ q: z.string() }) })

const text = (content) => (typeof content === "string" ? content : content.map((part) => part.text ?? "").join(""))

const flowsOf = (model, named) => ({
  chat: async () => { const a = await model.invoke(ask); return [text(a.content), a.response_metadata.finish_reason, a.usage_metadata] },
  stream: async () => {
    const pieces = []
    for await (const piece of await model.stream(ask)) pieces.push(text(piece.content))
    return pieces
  },
  tools: async () => {
    const able = model.bindTools([lookUp])
    const first = await able.invoke(ask)
    const results = await Promise.all(first.tool_calls.map((call) => lookUp.invoke(call)))
    const last = await able.invoke([...ask, first, ...results])
    return [first.tool_calls, results.map((r) => r instanceof ToolMessage && r.content), text(last.content)]
  },
  structured: () => model.withStructuredOutput(food, { method: "jsonSchema" }).invoke(ask),
  structuredByTool: () => model.withStructuredOutput(food, { method: "functionCalling" }).invoke(ask),
  embeddings: () => new OpenAIEmbeddings({ model: "m", apiKey: "sk-test", configuration }).embedDocuments(["a", "b"]),
  refused: () => named("locked").invoke(ask),
  abort: async () => {
    const stop = new AbortController()
    let n = 0
    try {
      for await (const _ of await named("slow").stream(ask, { signal: stop.signal })) { n++; stop.abort() }
    } catch (e) { return [n, e.name] }
    return n
  },
})

await run("langchain", flowsOf(named(false)("llmtest"), named(false)))
await run("responses", flowsOf(named(true)("llmtest"), named(true)))
