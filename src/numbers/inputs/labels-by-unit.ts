import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { readAt } from '../../store/ledger/history.ts'
import { parseTags } from '../../store/ledger/names.ts'
import { categoryLabel, LABELS, tagLabel } from '../../store/snapshot/snapshot-tables.ts'
import { CONDITIONS, MARKETS, TOKENS } from '../../store/tables.ts'
import type { UnitLabels } from '../analytics/trader-facts.ts'
import { buildMarks, type Marks, priceDaysOf, readPriceRowsOf } from './marks.ts'
import { conditionUnit, readTokenRowsOf, tokensOf } from './read-token-facts.ts'

export interface LabelsByUnit {
  readonly byUnit: ReadonlyMap<number, UnitLabels>
}

interface MarketRow {
  id: number
  neg_risk_id: number | null
  category: string | null
  tags: string | null
}

interface Names {
  category: string | null
  tags: Set<string>
}

/**
 * Reads every unit's category and tags, and gives names that are new a number. A neg-risk market has the category of its
 * first question that has one, by the id on the chain, and the tags of all.
 * @param write runs what writes, where there is a new name
 */
export async function readLabelsByUnit(
  sql: Sql,
  write: (work: (tx: Sql) => Promise<void>) => Promise<void>,
): Promise<LabelsByUnit> {
  const collation = sql.dialect === 'postgres' ? 'COLLATE "C"' : ''
  const rows = await sql.all<MarketRow>(
    'SELECT c.id, c.neg_risk_id, m.category, m.tags FROM markets m JOIN conditions c ON c.id = m.condition_id ' +
      `WHERE m.category IS NOT NULL OR m.tags IS NOT NULL ORDER BY c.condition ${collation}`,
  )
  const units = namesOf(rows)
  const names = new Set<string>()
  for (const { category, tags } of units.values())
    for (const name of category === null ? tags : [category, ...tags]) names.add(name)
  let numbers = await readNumbers(sql)
  if ([...names].some((name) => !numbers.has(name)))
    await write(async (tx) => {
      numbers = await numberNew(tx, names)
    })
  return labelsOf(units, numbers)
}

/** The fields of a market that labels are made from. */
export type LabelledMarket = MarketRow

/**
 * Reads the markets of some conditions, and of all questions of some neg-risk markets, as of a version of the ledger, in
 * the order that {@link unitLabelsOf} relies on.
 */
export async function readMarketsOf(
  sql: Sql,
  conditions: readonly Question[],
  negRisks: readonly number[],
  version: number | null,
): Promise<LabelledMarket[]> {
  const questions = await readAt<Question>(sql, CONDITIONS, {
    columns: ['condition', 'neg_risk_id'],
    where: sql.isIn('neg_risk_id', 'int'),
    values: [sql.list(negRisks)],
    version,
  })
  const all = new Map([...conditions, ...questions].map((question) => [question.id, question]))
  const markets = await readAt<Pick<MarketRow, 'category' | 'tags'> & { condition_id: number }>(
    sql,
    MARKETS,
    {
      columns: ['category', 'tags'],
      where: sql.isIn('condition_id', 'int'),
      values: [sql.list([...all.keys()])],
      version,
    },
  )
  const named = markets.flatMap(({ condition_id, category, tags }) => {
    const question = all.get(condition_id)
    return question && (category !== null || tags !== null) ? [{ ...question, category, tags }] : []
  })
  return named.sort((a, b) => (a.condition < b.condition ? -1 : 1))
}

/** A condition by its number, with its id on the chain. */
export interface Question {
  id: number
  condition: string
  neg_risk_id: number | null
}

/** The same of some markets' units, for names that have a number already. */
export interface UnitLabelsOf extends LabelsByUnit {
  /** A category's label; null if no unit has that category. */
  labelOf(category: string): number | null
}

/** The labels of some markets' units. */
export async function unitLabelsOf(sql: Sql, markets: readonly LabelledMarket[]): Promise<UnitLabelsOf> {
  const units = namesOf(markets)
  const names = [...units.values()].flatMap(({ category, tags }) => [
    ...tags,
    ...(category === null ? [] : [category]),
  ])
  const rows = await LABELS_NAMED.all(sql, { names: [...new Set(names)] })
  const numbers = new Map(rows.map(({ id, name }) => [name, id]))
  for (const own of units.values()) {
    if (own.category !== null && !numbers.has(own.category)) own.category = null
    for (const tag of own.tags) if (!numbers.has(tag)) own.tags.delete(tag)
  }
  return {
    byUnit: labelsOf(units, numbers).byUnit,
    labelOf(category) {
      const number = numbers.get(category)
      return number === undefined ? null : categoryLabel(number)
    },
  }
}

function namesOf(rows: readonly MarketRow[]): Map<number, Names> {
  const units = new Map<number, Names>()
  for (const row of rows) {
    const unit = conditionUnit(row.id, row.neg_risk_id)
    const names = units.get(unit) ?? { category: null, tags: new Set() }
    names.category ??= row.category
    for (const tag of parseTags(row.tags)) names.tags.add(tag)
    units.set(unit, names)
  }
  return units
}

function labelsOf(units: ReadonlyMap<number, Names>, numbers: ReadonlyMap<string, number>): LabelsByUnit {
  const byUnit = new Map<number, UnitLabels>()
  for (const [unit, { category, tags }] of units) {
    const labels = {
      category: category === null ? null : categoryLabel(numbers.get(category) ?? 0),
      tags: [...tags].map((tag) => tagLabel(numbers.get(tag) ?? 0)).sort((a, b) => a - b),
    }
    byUnit.set(unit, labels)
  }
  return { byUnit }
}

const ALL_LABELS = statement((from) => from(LABELS).select('id', 'name'))
const LABELS_NAMED = statement((from, { names }: { names: readonly string[] }) =>
  from(LABELS).select('id', 'name').whereAnyOf('name', 'text', names),
)

async function readNumbers(sql: Sql): Promise<Map<string, number>> {
  const known = await ALL_LABELS.all(sql)
  return new Map(known.map(({ id, name }) => [name, id]))
}

async function numberNew(tx: Sql, names: Iterable<string>): Promise<Map<string, number>> {
  // Two simultaneous writers would use the same number twice.
  if (tx.dialect === 'postgres') await tx.run('LOCK TABLE labels IN SHARE ROW EXCLUSIVE MODE')
  const numbers = await readNumbers(tx)
  let last = 0
  for (const number of numbers.values()) last = Math.max(last, number)
  const fresh: { id: number; name: string }[] = []
  for (const name of names) {
    if (numbers.has(name)) continue
    numbers.set(name, ++last)
    fresh.push({ id: last, name })
  }
  const columns = { id: fresh.map(({ id }) => id), name: fresh.map(({ name }) => name) }
  await tx.upsert(LABELS, columns, fresh.length)
  return numbers
}

/** Tokens' facts and marks up to the close of a day, as of a version of the ledger; tokens are numbered compactly. */
export interface WorldAt extends UnitLabelsOf {
  marks: Marks
  /** A token's number by its id. */
  numberOf(token: number): number
  /** The ids by the numbers less 1. */
  ids: readonly number[]
}

const TOKEN_IDS = statement((from) => from(TOKENS).select('id'))

/**
 * Reads what standings and screens of a snapshot have in common: memory holds a price for each token and day with a trade.
 * @param some ids of tokens: these and the others of their conditions alone. @default every token
 */
export async function readWorldAt(
  sql: Sql,
  version: number,
  day: Day,
  some?: readonly number[],
): Promise<WorldAt> {
  const asked = some ?? (await TOKEN_IDS.all(sql)).map((row) => row.id)
  const tokens = tokensOf(await readTokenRowsOf(sql, asked, version), day)
  const ids = [...tokens.numbers.keys()]
  const prices = await readPriceRowsOf(sql, ids, { upTo: day }, version)
  const marks = buildMarks(tokens.facts, priceDaysOf(prices, tokens.numbers), day)
  const markets = await readMarketsOf(sql, [...tokens.conditions.values()], [...tokens.negRisks], version)
  return {
    ...(await unitLabelsOf(sql, markets)),
    marks,
    numberOf: (token) => tokens.numbers.get(token) ?? 0,
    ids,
  }
}
