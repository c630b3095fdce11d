import { PequodError } from '../../errors.ts'

/**
 * The value of a body of JSON. What is wrong with it is said in our words, for the JSON parser's quote the body.
 * @param problemOf what is wrong with a value, in a sentence; null where nothing is
 * @throws PequodError BAD_USER_INPUT for what is not JSON, or has a problem
 */
export function readJsonBody(text: string | Buffer, problemOf: (body: unknown) => string | null): unknown {
  const body = parseJson(String(text))
  const problem = body === undefined ? 'The body is not valid JSON.' : problemOf(body)
  if (problem === null) return body
  const problems = [{ in: 'body', name: 'body', message: problem } as const]
  throw new PequodError('BAD_USER_INPUT', problem, { problems })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
