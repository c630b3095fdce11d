import { CommandError } from '../errors.ts'
import { Refused } from './field-checks.ts'

/** The kind of a file: the subcommand of `pequod ingest`. */
export type FileKind = 'activity' | 'trades' | 'gamma' | 'events'

/** A file that is easily taken for another one. */
interface Lookalike {
  /** Fields of its rows, or columns, that no other file has together. */
  fields: readonly string[]
  /** The file's kind and the remedy: the end of a sentence that begins with its path. */
  sentence: string
  /** The kind that this file is right for. @default none */
  kind?: FileKind
}

const DATA_API = 'https://data-api.polymarket.com'
const ACTIVITY = `save ${DATA_API}/activity?user=0x…&limit=500, page by page with &offset=, and import it as activity`

const LOOKALIKES: readonly Lookalike[] = [
  {
    fields: ['marketName', 'usdcAmount', 'tokenAmount'],
    sentence:
      'is the History CSV of polymarket.com, which does not name its wallet: import it with ' +
      '`pequod ingest activity --wallet 0x…`, once `pequod ingest gamma` has named its markets.',
  },
  {
    fields: ['asset', 'avgPrice', 'currentValue'],
    sentence: `is a response of /positions, which has holdings but no trades: ${ACTIVITY}.`,
  },
  {
    fields: ['asset', 'avgPrice', 'realizedPnl'],
    sentence: `is a response of /closed-positions, which only has a wallet's totals: ${ACTIVITY}.`,
  },
  {
    fields: ['token', 'holders'],
    sentence: `is a response of /holders, which has a market's current holders: save ${DATA_API}/trades?market=0x… and import it as trades.`,
  },
  {
    fields: ['rank', 'proxyWallet', 'vol'],
    sentence: `is a response of /leaderboard, which has totals but no trades: for each wallet, ${ACTIVITY}.`,
  },
  {
    fields: ['asset_id', 'match_time', 'trader_side'],
    sentence: `holds trades of the CLOB API, which uses other names: ${ACTIVITY}.`,
  },
  {
    fields: ['clobTokenIds', 'question'],
    kind: 'gamma',
    sentence: 'holds Gamma market metadata: import it with `pequod ingest gamma`.',
  },
  {
    fields: ['slug', 'title', 'markets'],
    kind: 'gamma',
    sentence: 'holds Gamma events: import it with `pequod ingest gamma`.',
  },
  {
    fields: ['proxyWallet', 'conditionId', 'type', 'usdcSize'],
    kind: 'activity',
    sentence: 'is a response of /activity: import it with `pequod ingest activity`.',
  },
  {
    fields: ['proxyWallet', 'conditionId', 'side', 'asset'],
    kind: 'trades',
    sentence: 'is a response of /trades: import it with `pequod ingest trades`.',
  },
  {
    fields: ['kind', 'block', 'logIndex'],
    kind: 'events',
    sentence: 'holds ledger events: import it with `pequod ingest events`.',
  },
]

/**
 * Recognizes a file of another kind, by the fields of a row or the columns of a header.
 * @returns the rest of a sentence that begins with its path; null if the fields fit the kind, or no known one
 */
export function nearMiss(fields: readonly string[], kind: FileKind): string | null {
  if (fields[0]?.trimStart().startsWith('<'))
    return "is a web page: save the response of the API's address, not the page around it."
  if (fields.length <= 2 && fields.includes('error'))
    return 'is an error response of the API: fetch it again, and save the response.'
  if (fields.length <= 3 && fields.includes('data'))
    return 'has its rows inside a field "data": save the list itself, as `jq .data` prints it.'
  const has = (names: readonly string[]) => names.every((name) => fields.includes(name))
  const found = LOOKALIKES.find((one) => has(one.fields))
  if (found === undefined || found.kind === kind) return null
  // Missing fields of /activity or /trades are reported row by row and column by column.
  const isRow = found.kind === 'activity' || found.kind === 'trades'
  return isRow && (kind === 'activity' || kind === 'trades') ? null : found.sentence
}

/**
 * Throws a CommandError naming `path` if a file's first row belongs to another kind; an unreadable row proves nothing.
 */
export function refuseNearMiss(row: Record<string, unknown> | Refused, kind: FileKind, path: string): void {
  const sentence = row instanceof Refused ? null : nearMiss(Object.keys(row), kind)
  if (sentence !== null) throw new CommandError(`${path} ${sentence}`)
}
