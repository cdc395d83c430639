// Runs Vercel's AI SDK against a server, with the OpenAI provider and with the one for
// compatible endpoints, and prints what it sees, one line a flow. Usage: node vercel.mjs URL
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Output, generateText, isStepCount, streamText, tool } from "ai"
import { z } from "zod"
import { run } from "./run.mjs"

globalThis.AI_SDK_LOG_WARNINGS = false
const baseURL = process.argv[2] + "/v1"
const headers = { "X-Souvenir-User": "ada", "X-Souvenir-Conversation": "vercel" }
const openai = createOpenAI({ baseURL, apiKey: "sk-test", headers })
const compatible = createOpenAICompatible({ name: "souvenir", baseURL, apiKey: "sk-test", headers, includeUsage: true, supportsStructuredOutputs: true })

const ask = { instructions: "You are kind.", prompt: "What must I not eat?", maxRetries: 0 }
const lookUp = tool({ description: "Looks something up", inputSchema: z.object({ q: z.string() }), execute: async ({ q }) => "all about " + q })
const spent = (u) => [u.inputTokens, u.outputTokens]

function flowsOf(model, named) {
  return {
    chat: async () => { const a = await generateText({ ...ask, model }); return [a.text, a.finishReason, spent(a.usage)] },
    stream: async () => {
      const a = streamText({ ...ask, model })
      const pieces = []
      for await (const piece of a.textStream) pieces.push(piece)
      return [pieces, await a.finishReason, spent(await a.usage)]
    },
    tools: async () => {
      const a = await generateText({ ...ask, model, tools: { lookUp }, stopWhen: isStepCount(3) })
      return [a.text, a.steps.map((s) => [s.finishReason, s.toolCalls.map((c) => [c.toolName, c.input]), s.toolResults.map((r) => r.output)])]
    },
    toolStream: async () => {
      const a = streamText({ ...ask, model, tools: { lookUp }, stopWhen: isStepCount(3) })
      return [await a.text, (await a.steps).length]
    },
    structured: async () => {
      const a = await generateText({ ...ask, model, output: Output.object({ schema: z.object({ food: z.string() }) }) })
      return a.output
    },
    refused: () => generateText({ ...ask, model: named("locked") }),
    abort: async () => {
      const stop = new AbortController()
      let n = 0
      for await (const part of streamText({ ...ask, model: named("slow"), abortSignal: stop.signal }).fullStream) {
        if (part.type === "text-delta") { n++; stop.abort() }
      }
      return n
    },
  }
}

await run("openai", flowsOf(openai.chat("llmtest"), (m) => openai.chat(m)))
await run("responses", flowsOf(openai("llmtest"), (m) => openai(m)))
await run("compatible", flowsOf(compatible("llmtest"), (m) => compatible(m)))
