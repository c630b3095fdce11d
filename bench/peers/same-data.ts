import type { Question } from '../run/load-round.ts'

/** A server of GraphQL, what it is asked, and what of its data must be the same as the others'. */
export interface Asked {
  url: string
  question: Question
  /** @default all of it */
  read?: (data: unknown) => unknown
}

/**
 * Asks each server its question, so that what is compared is the same work.
 * @returns these data
 * @throws Error where one does not answer 200, or its data are not the first one's
 */
export async function requireSameData(asked: readonly Asked[]): Promise<unknown> {
  const [first = '', ...others] = await Promise.all(asked.map(dataOf))
  for (const other of others) {
    if (other === first) continue
    const at = [...other].findIndex((letter, i) => letter !== first[i])
    const around = (text: string) => text.slice(Math.max(0, at - 40), at + 80)
    throw new Error(`the answers differ: ${around(first)} and ${around(other)}`)
  }
  return JSON.parse(first)
}

async function dataOf({ url, question, read = (data) => data }: Asked): Promise<string> {
  const { path, body, headers = {} } = question
  const response = await fetch(`${url}${path}`, {
    ...(body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }),
  })
  const text = await response.text()
  const { data, errors }: { data?: unknown; errors?: unknown } = JSON.parse(text)
  if (!response.ok || errors !== undefined) throw new Error(`${path} answered ${text.slice(0, 300)}`)
  return JSON.stringify(read(data))
}
