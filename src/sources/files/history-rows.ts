import { CommandError } from '../../errors.ts'
import type { LedgerEvent } from '../../ledger/event.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { marketsByQuestion, type QuestionedMarket } from '../../store/ledger/names.ts'
import { amountOf, lower, timeOf } from '../decimal.ts'
import { hashField, Refused, refusedField, shown } from '../field-checks.ts'
import { nearMiss } from '../near-miss.ts'
import { apiText, INCOME_REASONS } from './api-row.ts'
import { type CsvRun, csvRows } from './csv-rows.ts'
import { type ApiRow, type RawRow, SKIPPED_TYPES } from './data-api-row.ts'
import type { ApiRowsBatch } from './data-api-rows.ts'
import { openFile } from './open-file.ts'

const COLUMNS = ['marketName', 'action', 'usdcAmount', 'tokenAmount', 'tokenName', 'timestamp', 'hash']

/**
 * Reads the History CSV that polymarket.com gives the owner of a wallet. The markets are those of the store whose question is
 * exactly the row's marketName. Throws a CommandError naming the path where the file cannot be read, is another, or is
 * cut short.
 */
export async function* readHistory(sql: Sql, path: string, owner: Address): AsyncGenerator<ApiRowsBatch> {
  const { chunks } = await openFile(path)
  const markets = new Map<string, QuestionedMarket[]>()
  for await (const { rows, bytes } of csvRows(chunks, path, (columns) => checkHeader(columns, path))) {
    const names = rows.flatMap(({ value }) => (value instanceof Refused ? [] : questionIn(value)))
    const unknown = [...new Set(names)].filter((name) => !markets.has(name))
    const found = unknown.length > 0 ? await marketsByQuestion(sql, unknown) : new Map()
    for (const name of unknown) markets.set(name, found.get(name) ?? [])
    yield batchOf(rows, bytes, { owner, marketsOf: (name) => markets.get(name) ?? [] })
  }
}

function checkHeader(columns: string[], path: string): void {
  const missing = COLUMNS.filter((name) => !columns.includes(name))
  if (missing.length === 0) return
  const other = missing.includes('marketName') ? nearMiss(columns, 'activity') : null
  if (other !== null) throw new CommandError(`${path} ${other}`)
  throw new CommandError(
    `${path} lacks the column ${missing.join(', ')} of polymarket.com's History CSV: omit --wallet for a response of /activity, which names its wallet.`,
  )
}

function questionIn(raw: Record<string, unknown>): string {
  return apiText(raw.marketName) ?? ''
}

function batchOf(
  rows: CsvRun['rows'],
  bytes: number,
  { owner, marketsOf }: { owner: Address; marketsOf(question: string): readonly QuestionedMarket[] },
): ApiRowsBatch {
  const batch: ApiRowsBatch = { rows: [], refusals: [], skipped: new Map(), bytes }
  for (const { value, row } of rows) {
    try {
      if (value instanceof Refused) throw value
      const type = historyType(value)
      if (SKIPPED_TYPES.has(type)) batch.skipped.set(type, (batch.skipped.get(type) ?? 0) + 1)
      else batch.rows.push(historyRow(value, { type, owner, row, markets: marketsOf(questionIn(value)) }))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      batch.refusals.push({ line: row, reason: error.message })
    }
  }
  return batch
}

/** Actions whose name is not the type of the Data API in other letters. */
const TYPES: Readonly<Record<string, string>> = {
  WITHDRAW: 'WITHDRAWAL',
  CONVERT: 'CONVERSION',
}
const COUNTED = new Set(['BUY', 'SELL', 'SPLIT', 'MERGE', 'REDEEM'])

/**
 * The type of a row of a History CSV, as the Data API names it ("Maker Rebate": MAKER_REBATE), or BUY and SELL. Throws
 * Refused for an unknown action.
 */
function historyType(raw: RawRow): string {
  const written = apiText(raw.action)?.toUpperCase().replaceAll(' ', '_') ?? ''
  const type = TYPES[written] ?? written
  if (COUNTED.has(type) || INCOME_REASONS.has(type) || SKIPPED_TYPES.has(type)) return type
  throw refusedField('action', raw.action, 'Buy, Sell, Redeem, Split, Merge, Deposit, Withdraw, Reward, …')
}

/**
 * Reads one row of a History CSV as what the wallet did; `markets` are those whose question is its marketName. Throws
 * Refused where the row cannot be used, also where its market is not one, or its outcome is unknown.
 */
function historyRow(
  raw: RawRow,
  {
    type,
    owner,
    markets,
    row,
  }: { type: string; owner: Address; markets: readonly QuestionedMarket[]; row: number },
): ApiRow {
  const tx = hashField('hash', lower(raw.hash))
  const place = { block: null, logIndex: null, tx, time: timeOf(raw.timestamp) }
  const usd = amountOf('usdcAmount', raw.usdcAmount)
  const record = recordOf(raw, { ...place, owner }, { type, usd, markets })
  const what = record.kind === 'FILL' ? record.token : 'condition' in record ? record.condition : ''
  const amount = record.kind === 'FILL' ? record.shares : usd
  const identity = [tx, owner, what, type, amount, usd].join(' ')
  return {
    record,
    market: null,
    trader: null,
    token: null,
    row,
    type,
    identity,
    leftOut: [],
    source: 'HISTORY',
  }
}

function recordOf(
  raw: RawRow,
  place: Pick<LedgerEvent, 'block' | 'logIndex' | 'tx' | 'time'> & { owner: Address },
  { type, usd, markets }: { type: string; usd: number; markets: readonly QuestionedMarket[] },
): LedgerEvent {
  if (INCOME_REASONS.has(type)) return { kind: 'INCOME', ...place, amount: usd, reason: type }
  const market = marketOf(raw, markets)
  const { condition } = market
  if (type === 'REDEEM') return { kind: type, ...place, condition, amounts: null, payout: usd }
  const shares = amountOf('tokenAmount', raw.tokenAmount)
  if (type === 'SPLIT' || type === 'MERGE') {
    if (shares !== usd)
      throw refusedField(
        'tokenAmount',
        raw.tokenAmount,
        `as many shares of each outcome as dollars (${usd / 1e6})`,
      )
    return { kind: type, ...place, condition, amount: shares }
  }
  if (shares === 0) throw refusedField('tokenAmount', raw.tokenAmount, 'at least one millionth of a share')
  return {
    kind: 'FILL',
    ...place,
    exchange: null,
    counterparty: null,
    role: null,
    side: type === 'BUY' ? 'BUY' : 'SELL',
    token: tokenOf(raw, market),
    shares,
    usd,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

function marketOf(raw: RawRow, markets: readonly QuestionedMarket[]): QuestionedMarket {
  const [market] = markets
  if (market === undefined)
    throw new Refused(
      `no market of the store has the question ${shown(raw.marketName)} (marketName): import its metadata first with \`pequod ingest gamma\``,
    )
  if (markets.length === 1) return market
  throw new Refused(
    `${markets.length} markets have the question ${shown(raw.marketName)}, and a History CSV does not identify it: import the ` +
      "wallet's /activity instead",
  )
}

function tokenOf(raw: RawRow, { outcomes }: QuestionedMarket) {
  if (outcomes.length === 0)
    throw new Refused(
      `the tokens of the market ${shown(raw.marketName)} are not known: import its metadata first with \`pequod ingest gamma\``,
    )
  const name = apiText(raw.tokenName)
  const [outcome, other] = outcomes.filter((one) => one.name === name)
  if (outcome !== undefined && other === undefined) return outcome.token
  const names = outcomes.map((one) => one.name ?? '?').join(', ')
  throw refusedField('tokenName', raw.tokenName, `one outcome of the market (${names})`)
}
