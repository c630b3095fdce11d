import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { TOKENS } from '../../store/tables.ts'
import { buildMarks } from './build-marks.ts'
import { readMarketsOf, type UnitLabelsOf, unitLabelsOf } from './labels-by-unit.ts'
import type { Marks } from './marks.ts'
import { priceDaysOf, readPriceRowsOf } from './read-price-days.ts'
import { readTokenRowsOf, tokensOf } from './read-token-facts.ts'

/** Every token's facts and marks up to the close of a day, as of a version of the ledger; tokens are numbered compactly. */
export interface WorldAt extends UnitLabelsOf {
  marks: Marks
  /** A token's number by its id. */
  numberOf(token: number): number
}

const TOKEN_IDS = statement((from) => from(TOKENS).select('id'))

/** Reads what standings and screens of a snapshot have in common: memory holds a price for each token and day with a trade. */
export async function readWorldAt(sql: Sql, version: number, day: Day): Promise<WorldAt> {
  const ids = (await TOKEN_IDS.all(sql)).map((row) => row.id)
  const tokens = tokensOf(await readTokenRowsOf(sql, ids, version), day)
  const prices = await readPriceRowsOf(sql, ids, { upTo: day }, version)
  const marks = buildMarks(tokens.facts, priceDaysOf(prices, tokens.numbers), day)
  const markets = await readMarketsOf(sql, [...tokens.conditions.values()], [...tokens.negRisks], version)
  return {
    ...(await unitLabelsOf(sql, markets)),
    marks,
    numberOf: (token) => tokens.numbers.get(token) ?? 0,
  }
}
