import { readdirSync, readFileSync } from 'node:fs'
import { CLOCK_START } from './clock-and-draws.ts'
import type { StatementRecord } from './record-statements.ts'

/** The answers to a statement with some values, each once: threads and pollers ask concurrently. */
export interface Found {
  record: StatementRecord
  answers: Set<string>
}

/** Answers by statement and values. */
export type Recorded = ReadonlyMap<string, Found>

/** Reads what the processes and threads of a run wrote down. */
export function recordsIn(folder: string): Recorded {
  const all = new Map<string, Found>()
  const names = readdirSync(folder).filter((name) => name.startsWith('statements.'))
  for (const name of names.sort()) {
    for (const line of readFileSync(`${folder}/${name}`, 'utf8').split('\n')) {
      if (line === '') continue
      const record: StatementRecord = JSON.parse(line)
      const key = JSON.stringify([whatRan(record), asSets(plain(given(record.values)))])
      const one = all.get(key) ?? { record, answers: new Set() }
      one.answers.add(JSON.stringify(inOrder(record)))
      all.set(key, one)
    }
  }
  return all
}

const WRITES = ['run', 'insertNew', 'upsert', 'deleteEach']

/**
 * The place of a read. A write of SQLite that is a transaction of its own waits for others, where the stack ends: writes are known
 * by their text, which is the same on both engines but for quotes and lists.
 */
function whatRan({ by, place, text }: StatementRecord): string {
  if (!WRITES.includes(by)) return `${by} ${place}`
  return `${by} ${text.replaceAll(/[`"]/g, '').replaceAll(/ = ANY\(\?::\w+\[\]\)| in \(SELECT value FROM json_each\(\?\)\)/gi, ' IN ?')}`
}

/** The arguments without omitted ones at the end. */
function given(values: unknown): unknown {
  return Array.isArray(values) ? values.slice(0, values.findLastIndex((value) => value !== null) + 1) : values
}

/** Lists of ids come from rows that were found in any order. */
function asSets(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.every((one) => typeof one === 'number' || /^0x/.test(String(one)))
    ? value.toSorted()
    : value.map(asSets)
}

/** Rows without an order are compared as sets; of one row of any, only that there is one. */
function inOrder({ by, text, found }: StatementRecord): unknown {
  const value = plain(found)
  if (by === 'get' && /\blimit (1|\?)$/i.test(text) && !/\border by\b/i.test(text)) return value !== undefined
  // Where no bracket follows, the order is that of the whole.
  if (by !== 'all' || !Array.isArray(value) || /\border by\b[^)]*$/i.test(text)) return value
  return value.map((row) => JSON.stringify(row)).sort()
}

/** A value as both engines have it: a list is a text on SQLite, columns come in any order, and times of the clock are one time. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'number') return isOfClock(value) ? 'now' : value
  if (typeof value === 'string') return plainText(value)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, plain((value as Record<string, unknown>)[name])]))
}

function plainText(text: string): unknown {
  if (/^[[{]/.test(text)) {
    try {
      return plain(JSON.parse(text))
    } catch {
      // It only begins like JSON.
    }
  }
  if (/^msg_[0-9a-f]{32}$/.test(text)) return 'a hash of the time'
  return text
    .replace(/^(host:127\.0\.0\.1|http:\/\/127\.0\.0\.1):\d+/, '$1')
    .replaceAll(/203[34]-\d\d-\d\dT[\d:.]+Z/g, 'now')
}

const YEARS = 2 * 366 * 86_400_000
/** Rows that ended so long ago are deleted. */
const BEFORE = 100 * 86_400_000

/** Seconds or milliseconds since 1970 from 100 days before to two years after the start of the scenario's clock. */
function isOfClock(number: number): boolean {
  const isWithin = (ms: number) => ms >= CLOCK_START - BEFORE && ms < CLOCK_START + YEARS
  return isWithin(number) || isWithin(number * 1_000)
}
