// Draws the OpenAPI document that this server serves. No network beyond it.
"use strict";

const element = (name, text, children = []) => {
  const e = document.createElement(name);
  if (text) e.textContent = text;
  e.append(...children);
  return e;
};

const resolve = (doc, schema, depth = 0) => {
  if (!schema || depth > 6) return "…";
  if (schema.$ref) return resolve(doc, doc.components.schemas[schema.$ref.split("/").pop()], depth);
  const type = [].concat(schema.type ?? "any").filter((t) => t !== "null")[0];
  if (schema.enum) return schema.enum.join(" | ");
  if (type === "array") return [resolve(doc, schema.items, depth + 1)];
  if (type === "object" && schema.properties) {
    const out = {};
    const required = new Set(schema.required ?? []);
    for (const [name, part] of Object.entries(schema.properties)) {
      out[required.has(name) ? name : name + "?"] = resolve(doc, part, depth + 1);
    }
    return out;
  }
  return type + (schema.format ? ` (${schema.format})` : "");
};

const json = (value) => element("pre", JSON.stringify(value, null, 2));

const parameters = (list) => {
  const rows = list.map((p) => element("tr", "", [
    element("td", "", [element("code", p.name)]), element("td", p.in),
    element("td", (p.schema?.enum ?? []).join(" | ") || [].concat(p.schema?.type ?? "")[0]), element("td", p.description ?? p.schema?.description ?? ""),
  ]));
  return element("table", "", rows);
};

const operation = (doc, method, path, o) => {
  const title = element("summary", "", [Object.assign(element("span", method.toUpperCase()), { className: "method" }), element("code", path), element("span", " — " + o.summary)]);
  const parts = [title];
  if (o.parameters?.length) parts.push(element("h4", "Parameters"), parameters(o.parameters));
  const body = o.requestBody?.content?.["application/json"]?.schema;
  if (body) parts.push(element("h4", "Request"), json(resolve(doc, body)));
  for (const [status, answer] of Object.entries(o.responses)) {
    const schema = answer.content?.["application/json"]?.schema;
    if (schema) parts.push(element("h4", "Answer " + status), json(resolve(doc, schema)));
  }
  return element("details", "", parts);
};

fetch("/api/openapi.json").then((r) => r.json()).then((doc) => {
  document.getElementById("about").textContent = `${doc.info.description} Version ${doc.info.version}. The document: /api/openapi.json`;
  const groups = new Map();
  for (const [path, methods] of Object.entries(doc.paths)) {
    for (const [method, o] of Object.entries(methods)) {
      const tag = o.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), operation(doc, method, path, o)]);
    }
  }
  for (const [tag, list] of groups) document.getElementById("operations").append(element("h2", tag), ...list);
}).catch((err) => { document.getElementById("about").textContent = "The reference could not be loaded: " + err; });
