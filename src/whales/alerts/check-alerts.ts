import { addFault, type ChainFaults, checkChain } from '../../ledger/record-hash.ts'
import { type Database, pagesBehind, type Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { ALERT, type AlertContent, alertHash, retractionHash, STANDS } from './alert-chain.ts'

const PAGE = 5_000

/** The result of checking the radar's chain. */
export interface AlertsReport extends ChainFaults {
  /** Alerts in the chain, and how many of them were retracted. */
  alerts: number
  retracted: number
}

interface ChainRow extends Omit<AlertContent, 'boards'> {
  seq: number
  kind: number
  ofSeq: number | null
  boards: string | null
  hash: Uint8Array
}

/**
 * Makes every hash of the chain again, from its first record on, and looks for the fill of each alert that was not retracted: in
 * the ledger, or among the logs that replaced it where it was a row of the Data API.
 */
export async function checkAlerts(db: Database): Promise<AlertsReport> {
  const report: AlertsReport = { alerts: 0, retracted: 0, wrong: [], failed: 0 }
  await checkChain(readChain(db), {
    found: report,
    name: 'record',
    hashOf,
    count: ({ kind }) => {
      if (kind === ALERT) report.alerts++
      else report.retracted++
    },
  })
  for (const lost of await alertsWithoutFill(db))
    addFault(report, `the fill of alert ${lost} is not in the ledger`)
  return report
}

function hashOf(before: Uint8Array, row: ChainRow): Uint8Array {
  if (row.kind !== ALERT) return retractionHash(before, row.seq, row.ofSeq ?? 0)
  return alertHash(before, row.seq, { ...row, boards: (row.boards ?? '').split(' ') })
}

/** The radar's chain in its order. @param after the number of a record, to begin behind it */
export async function* readChain(sql: Sql, after = 0): AsyncGenerator<ChainRow> {
  const text =
    'SELECT a.seq, a.kind, a.of_seq AS "ofSeq", a.fill_key AS "fillKey", a.tx, a.time, a.week, t.address, ' +
    'k.token AS "tokenName", a.side, a.role, a.shares, a.usd, a.order_hash AS "orderHash", a.boards, a.hash FROM alerts a ' +
    'LEFT JOIN traders t ON t.id = a.trader_id LEFT JOIN tokens k ON k.id = a.token_id ' +
    `WHERE a.seq > ? ORDER BY a.seq LIMIT ${PAGE}`
  for await (const page of pagesBehind(PAGE, { seq: after }, ({ seq }) => sql.all<ChainRow>(text, [seq])))
    yield* page
}

async function alertsWithoutFill(db: Database): Promise<number[]> {
  const sameTerms =
    'f.time = a.time AND f.owner_id = a.trader_id AND f.token_id = a.token_id AND f.side = a.side AND f.shares = a.shares'
  const rows = await db.all<AlertedTerms>(
    'SELECT a.seq, a.fill_key AS key, a.time, a.trader_id AS owner, a.token_id AS token, a.side, a.shares, a.usd, a.tx ' +
      `FROM alerts a WHERE ${STANDS} ` +
      `AND NOT EXISTS (SELECT 1 FROM fills f WHERE f.key = a.fill_key AND ${sameTerms} AND f.usd = a.usd) ` +
      `AND NOT (a.fill_key < 0 AND EXISTS (SELECT 1 FROM fills f WHERE ${sameTerms} AND f.tx = a.tx)) ORDER BY a.seq`,
  )
  const lost: number[] = []
  for (let i = 0; i < rows.length; i += PAGE) {
    const page = rows.slice(i, i + PAGE)
    const found = await sealedTerms(db, page)
    lost.push(...page.filter((alert) => !found.has(termsOf(alert))).map(({ seq }) => seq))
  }
  return lost
}

interface AlertedTerms {
  seq: number
  key: number
  time: number
  owner: number
  token: number
  side: number
  shares: number
  usd: number
  tx: Uint8Array | null
}

/** A fill by its key and dollars; where the alert was on a row of the Data API, by its transaction. */
function termsOf({ key, time, owner, token, side, shares, usd, tx }: Omit<AlertedTerms, 'seq'>): string {
  const name = key >= 0 ? `${key} ${usd}` : Buffer.from(tx ?? []).toString('hex')
  return [name, time, owner, token, side, shares].join(' ')
}

/** The terms of what is sealed of these alerts' tokens and seconds, under both names. */
async function sealedTerms(db: Database, alerts: readonly AlertedTerms[]): Promise<ReadonlySet<string>> {
  if (alerts.length === 0) return new Set()
  const fills = await ledgerOf(db).fills(['key', 'time', 'owner_id', 'token_id', 'side', 'shares', 'usd'], {
    tokens: [...new Set(alerts.map(({ token }) => token))],
    times: [...new Set(alerts.map(({ time }) => time))],
  })
  const hashes = await ledgerOf(db).fillHashes(fills.map(({ key }) => key))
  return new Set(
    fills.flatMap((fill) => {
      const terms = {
        ...fill,
        owner: fill.owner_id,
        token: fill.token_id,
        tx: hashes.get(fill.key)?.tx ?? null,
      }
      return [termsOf(terms), termsOf({ ...terms, key: -1 })]
    }),
  )
}
