import { parseJson } from '../../checks.ts'
import { PequodError } from '../../errors.ts'

/**
 * Parses a JSON body. Its errors have our words, because the JSON parser's quote the body.
 * @param problemOf returns the problem of a value as a sentence, null if it is valid
 * @throws PequodError BAD_USER_INPUT for invalid JSON, and for a problem
 */
export function readJsonBody(text: string | Buffer, problemOf: (body: unknown) => string | null): unknown {
  const body = parseJson(String(text))
  const problem = body === undefined ? 'The body is not valid JSON.' : problemOf(body)
  if (problem === null) return body
  const problems = [{ in: 'body', name: 'body', message: problem } as const]
  throw new PequodError('BAD_USER_INPUT', problem, { problems })
}
