// Prints what flows see, one line each.
export async function run(client, flows) {
  for (const [name, flow] of Object.entries(flows)) {
    let seen
    try { seen = await flow() } catch (e) { seen = { error: e.constructor.name, status: e.status ?? e.statusCode, message: e.message } }
    console.log(client, name, JSON.stringify(seen))
  }
}
