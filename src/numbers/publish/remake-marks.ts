import type { Day, MicroPrice } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { buildMarks, type Marks, markAt, priceDaysOf, readPriceRowsOf, UNRESOLVED } from '../inputs/marks.ts'
import { readTokenRowsOf, type TokensOf, tokensOf } from '../inputs/read-token-facts.ts'

export interface Remade {
  marks: Marks
  /** Tokens that were looked at. */
  tokens: ReadonlySet<number>
  /** Those whose condition, unit or resolution changed. */
  changed: number[]
  /** Those with another price on an earlier day. */
  repriced: number[]
  /** The first such day; infinity for none. */
  repricedSince: Day
  /** Those with another price at the close of the last day. */
  moved: number[]
}

/** Makes the marks of some tokens again, and of the others of their conditions; tokens that are new get theirs. */
export async function remakeMarks(
  sql: Sql,
  marks: Marks,
  ids: readonly number[],
  lastDay: Day,
): Promise<Remade> {
  const rows = await readTokenRowsOf(sql, ids, null)
  const tokens = tokensOf(rows, lastDay)
  const all = rows.map(({ id }) => id)
  const prices = await readPriceRowsOf(sql, all, { upTo: lastDay }, null)
  const own = buildMarks(tokens.facts, priceDaysOf(prices, tokens.numbers), lastDay)
  const remade = all.length === 0 ? marks : spliced(marks, own, tokens, all)
  const changed: number[] = []
  const repriced: number[] = []
  let repricedSince = Number.POSITIVE_INFINITY
  for (const id of all) {
    if (!hasSameFacts(marks, remade, id)) changed.push(id)
    const since = differsSince(marks, remade, id)
    repricedSince = Math.min(repricedSince, since)
    if (since < Number.POSITIVE_INFINITY) repriced.push(id)
  }
  const moved = all.filter((id) => markAt(marks, id, lastDay) !== markAt(remade, id, lastDay))
  return { marks: remade, tokens: new Set(all), changed, repriced, repricedSince, moved }
}

/** The marks of all tokens, with some of them in the place of what they were. */
function spliced(marks: Marks, own: Marks, { numbers }: TokensOf, ids: readonly number[]): Marks {
  const known = marks.condition.length
  const size = Math.max(known, (ids.at(-1) ?? 0) + 1)
  const rowsOf = ({ start }: Marks, token: number) => (start[token + 1] ?? 0) - (start[token] ?? 0)
  const taken = ids.reduce((sum, id) => sum + (id < known ? rowsOf(marks, id) : 0), 0)
  // Ids between the new ones are nobody's: each has room for one entry, like any other.
  const length = marks.day.length - taken + own.day.length + (size - known)
  const all: Marks = {
    condition: longer(marks.condition, new Int32Array(size)),
    sibling: longer(marks.sibling, new Int32Array(size)),
    unit: longer(marks.unit, new Float64Array(size)),
    resolvedOn: longer(marks.resolvedOn, new Int32Array(size).fill(UNRESOLVED)),
    payout: longer(marks.payout, new Int32Array(size)),
    start: new Int32Array(size + 1),
    day: new Int32Array(length),
    price: new Int32Array(length),
  }
  let next = 0
  const put = (from: Marks, first: number, last: number) => {
    all.day.set(from.day.subarray(first, last), next)
    all.price.set(from.price.subarray(first, last), next)
    next += last - first
  }
  /** Those up to this one, not included, are what they were. */
  const keep = (first: number, end: number) => {
    const last = Math.min(end, known)
    if (first < last) {
      const shift = next - (marks.start[first] ?? 0)
      for (let token = first; token < last; token++) all.start[token] = (marks.start[token] ?? 0) + shift
      put(marks, marks.start[first] ?? 0, marks.start[last] ?? 0)
    }
    for (let token = Math.max(first, known); token < end; token++) {
      all.start[token] = next
      all.day[next++] = UNRESOLVED
    }
  }
  let after = 0
  for (const id of ids) {
    keep(after, id)
    const number = numbers.get(id) ?? 0
    all.start[id] = next
    put(own, own.start[number] ?? 0, own.start[number + 1] ?? 0)
    // A token of unknown condition has its negative id for one where only some are read.
    all.condition[id] = Math.max(0, own.condition[number] ?? 0)
    const sibling = own.sibling[number] ?? 0
    all.sibling[id] = sibling === 0 ? 0 : (ids[sibling - 1] ?? 0)
    all.unit[id] = own.unit[number] ?? 0
    all.resolvedOn[id] = own.resolvedOn[number] ?? UNRESOLVED
    all.payout[id] = own.payout[number] ?? 0
    after = id + 1
  }
  keep(after, size)
  all.start[size] = next
  return { ...all, day: all.day.subarray(0, next), price: all.price.subarray(0, next) }
}

function longer<Numbers extends Int32Array | Float64Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from)
  return into
}

function hasSameFacts(was: Marks, is: Marks, token: number): boolean {
  return (
    token < was.condition.length &&
    was.condition[token] === is.condition[token] &&
    was.sibling[token] === is.sibling[token] &&
    was.unit[token] === is.unit[token] &&
    was.resolvedOn[token] === is.resolvedOn[token] &&
    was.payout[token] === is.payout[token]
  )
}

/** The first day before the last on which a token's price is another; infinity where there is none. */
function differsSince(was: Marks, is: Marks, token: number): Day {
  const [a, b] = [entriesOf(was, token), entriesOf(is, token)]
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [old, fresh] = [a[i], b[i]]
    if (old?.day === fresh?.day && old?.price === fresh?.price) continue
    return Math.min(old?.day ?? UNRESOLVED, fresh?.day ?? UNRESOLVED)
  }
  return Number.POSITIVE_INFINITY
}

/** A token's entries but that of the last day. */
function entriesOf({ start, day, price }: Marks, token: number): { day: Day; price: MicroPrice }[] {
  const entries: { day: Day; price: MicroPrice }[] = []
  for (let i = start[token] ?? 0; i + 1 < (start[token + 1] ?? 0); i++)
    entries.push({ day: day[i] ?? 0, price: price[i] ?? 0 })
  return entries
}
