// Runs the official OpenAI client for JavaScript against a server, and prints what
// it sees, one line a flow. Usage: node openai.mjs URL
import OpenAI from "openai"
import { run } from "./run.mjs"

const client = new OpenAI({ baseURL: process.argv[2] + "/v1", apiKey: "sk-test", maxRetries: 0 })
const messages = [{ role: "system", content: "You are kind." }, { role: "user", content: "What must I not eat?" }]
const ask = { model: "llmtest", user: "ada", messages }
const respond = { model: "llmtest", user: "ada", instructions: "You are kind.", input: "What must I not eat?" }
const tools = [{ type: "function", function: { name: "look_up", parameters: { type: "object", properties: { q: { type: "string" } } } } }]

async function streamed(request) {
  const seen = []
  for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) seen.push(chunk)
  return seen
}

const flows = {
  chat: () => client.chat.completions.create(ask),
  stream: () => streamed(ask),
  usage: () => streamed({ ...ask, stream_options: { include_usage: true } }),
  tools: () => client.chat.completions.create({ ...ask, tools }),
  toolStream: () => streamed({ ...ask, tools }),
  structured: () => client.chat.completions.create({ ...ask, response_format: { type: "json_schema", json_schema: { name: "food", schema: { type: "object" } } } }),
  helper: async () => { const s = client.chat.completions.stream(ask); return s.finalChatCompletion() },
  response: () => client.responses.create(respond),
  responseStream: async () => { const seen = []; for await (const e of await client.responses.create({ ...respond, stream: true })) seen.push(e); return seen },
  responseHelper: async () => (await client.responses.stream(respond).finalResponse()).output_text,
  responseTools: () => client.responses.create({ ...respond, tools: [{ type: "function", name: "look_up", strict: false, parameters: { type: "object", properties: { q: { type: "string" } } } }] }),
  responseStructured: () => client.responses.create({ ...respond, text: { format: { type: "json_schema", name: "food", schema: { type: "object" } } } }),
  responseRefused: () => client.responses.create({ ...respond, model: "locked" }),
  embeddings: () => client.embeddings.create({ model: "m", input: ["a", "b"], encoding_format: "float" }),
  models: async () => (await client.models.list()).data,
  refused: () => client.chat.completions.create({ ...ask, model: "locked" }),
  abort: async () => {
    const s = await client.chat.completions.create({ ...ask, model: "slow", stream: true })
    let n = 0
    for await (const _ of s) { n++; s.controller.abort() }
    return n
  },
}

await run("openai", flows)
