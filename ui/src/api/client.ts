import type { paths } from './schema';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Having<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never }[keyof paths];
type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

type Path<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: undefined };
type Search<O> = O extends { parameters: { query?: infer V } } ? { query?: V } : { query?: undefined };
type Body<O> = O extends { requestBody: { content: { 'application/json': infer V } } }
  ? { body: V }
  : O extends { requestBody?: { content: { 'application/json': infer V } } }
    ? { body?: V }
    : { body?: undefined };
type Request<O> = Path<O> & Search<O> & Body<O> & { signal?: AbortSignal };
type Answer<O> = O extends { responses: { 200: { content: { 'application/json': infer V } } } } ? V : void;

// Problem is what the server says went wrong, in its own sentence.
export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number, // 0 where there was no answer
  ) {
    super(message);
  }
}

// aborted reports that an error only says that we did not want the answer any more.
export const aborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

let refused: () => void = () => {};

// onRefused says what happens where the server wants to know who we are.
export function onRefused(fn: () => void) {
  refused = fn;
}

type Loose = { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; signal?: AbortSignal };

function url(path: string, { path: values = {}, query = {} }: Loose): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

// send asks the server and gives the answer as it is.
export async function send(method: string, path: string, request: Loose = {}): Promise<Response> {
  const init: RequestInit = { method: method.toUpperCase(), signal: request.signal, credentials: 'same-origin', headers: {} };
  if (request.body !== undefined) {
    init.body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(url(path, request), init);
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Problem('The server did not answer.', 0);
  }
  if (answer.ok) return answer;
  if (answer.status === 401) refused();
  throw new Problem(await sentence(answer), answer.status);
}

async function sentence(answer: Response): Promise<string> {
  try {
    const said = await answer.json();
    const details = (said.errors ?? []).map((e: { message?: string; location?: string }) => [e.location, e.message].filter(Boolean).join(': '));
    return [said.detail || said.title, ...details].filter(Boolean).join(' ');
  } catch {
    return `${answer.status} ${answer.statusText}`;
  }
}

async function ask(method: Method, path: string, request: Loose = {}): Promise<unknown> {
  const answer = await send(method, path, request);
  const text = await answer.text();
  return text ? JSON.parse(text) : undefined;
}

type Optional<T> = {} extends T ? [request?: T] : [request: T];
type Call<M extends Method> = <P extends Having<M>>(path: P, ...request: Optional<Request<Operation<P, M>>>) => Promise<Answer<Operation<P, M>>>;

const call = <M extends Method>(method: M) => ((path: string, request?: Loose) => ask(method, path, request)) as unknown as Call<M>;

// api asks the server; paths, parameters, bodies and answers are those of its OpenAPI document.
export const api = { get: call('get'), post: call('post'), put: call('put'), patch: call('patch'), delete: call('delete') };
