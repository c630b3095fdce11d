import { type RequestOptions, requestJson } from '../../net/request-json.ts'

/** One POST: where to, what, and how much is waited for and read. */
export type PostOptions = Omit<RequestOptions, 'method' | 'body'> & { body: string }

/** Posts JSON and gives the JSON that comes back; failures as those of {@link requestJson}. */
export function postJson(options: PostOptions): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...options.headers }
  return requestJson({ ...options, method: 'POST', headers })
}
