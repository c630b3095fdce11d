// Requests of GraphiQL, from its first editor and from its own, with the words on their cost.
import { countText } from '../../../formats.ts'
import { credentials } from '../../browser/key.js'

export const { tasks, schema: schemaPath } = JSON.parse(document.getElementById('data').textContent)

/** The cost of the last run, in words. */
let spent = ''
const listeners = new Set()
export const lastSpent = () => spent
export function say(words) {
  spent = words
  for (const listener of listeners) listener()
}
export function onSpent(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Posts an operation with the reader's credentials, says its cost, and returns the body of the answer. */
export async function ask(params, headers = {}) {
  const start = performance.now()
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...credentials(), ...headers },
    body: JSON.stringify(params),
  })
  const body = await answer.json()
  const took = `${Math.round(performance.now() - start)} ms`
  say([took, costOf(body), budgetOf(answer.headers)].filter(Boolean).join(' · '))
  return body
}

function costOf({ extensions }) {
  const cost = extensions?.cost
  const price = typeof cost === 'object' && cost !== null ? cost.requested : cost
  return typeof price === 'number' ? `cost ${countText(price)}` : ''
}

/** The structured fields of the cost budget: `"cost";q=…;w=60` and `"cost";r=…;t=…`. */
function budgetOf(headers) {
  const numberIn = (name, letter) =>
    Number(new RegExp(`"cost";(?:[^,]*;)?${letter}=(\\d+)`).exec(headers.get(name) ?? '')?.[1] ?? Number.NaN)
  const [limit, left] = [numberIn('RateLimit-Policy', 'q'), numberIn('RateLimit', 'r')]
  return Number.isNaN(limit + left) ? '' : `${countText(left)} of ${countText(limit)} left this minute`
}

/** Variables as an object; what is no JSON counts as none. */
export function parsed(variables) {
  try {
    return JSON.parse(variables || '{}')
  } catch {
    return {}
  }
}

/** The task that a tab's text still is. */
export function taskOf({ query, variables }) {
  const same = JSON.stringify(parsed(variables))
  return tasks.find((one) => one.query === query && JSON.stringify(parsed(one.variables)) === same)
}
