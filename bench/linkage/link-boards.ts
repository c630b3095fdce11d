import { isDeepStrictEqual } from 'node:util'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { PERIODS } from '../../src/metrics/periods.ts'
import { fitsRow, ROW_NUMBERS, type ShownNumbers } from '../row-numbers.ts'

/** Asks a service, as one caller. */
export type Ask = (query: string, variables?: object) => Promise<{ data: unknown; errors?: unknown }>

/** What is left of the traders for one row of a gated board. */
export interface LinkedRow {
  board: string
  /** Who stands there, as Pro callers are told. */
  address: string
  /** Whom all that is shown fits, by name. */
  fits: ReadonlySet<string>
  /** Those of them who are on the board: who is eligible counts as known. */
  members: ReadonlySet<string>
  /** The people who can stand there for somebody who knows every number of everybody, and with it the board's order. */
  known: ReadonlySet<string>
}

/** What an anonymous caller is told of gated boards, joined with all that the caller is told of traders by name. */
export interface BoardLinkage {
  rows: LinkedRow[]
  /**
   * Gated rows with an address or a place of the day before, answers as of a day, and lists that differ where whose record has
   * gaps is left out. 0 where nothing leaks.
   */
  leaks: number
}

/** The boards that withhold who is on them. */
export const GATED = LEADERBOARDS.filter(({ tab }) => tab.access === 'SIGNED_IN')
/** What a row shows that is a number. */
export const NAMES = [...ROW_NUMBERS, 'value']
const ROWS = `query ($id: String!, $excludeBots: Boolean, $excludePartial: Boolean, $first: Int) { leaderboard(id: $id) {
  entries(excludeBots: $excludeBots, excludePartial: $excludePartial, first: $first) { totalCount nodes { rank address label previousRank ${NAMES.join(' ')} } } } }`
const TRADERS = `query ($after: String) { traders(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes {
  address username ranks { leaderboard: leaderboardId rank } percentiles { metric }
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { ${ROW_NUMBERS.join(' ').replace('volume', 'volume: usdVolume')} }`).join(' ')} } } }`

interface Dossier extends Record<string, unknown> {
  address: string
  username: string | null
  ranks: { leaderboard: string }[]
  percentiles: { metric: string }[]
}

/**
 * Joins every row of every gated board, with bots and without, with the numbers of all traders over all periods.
 * @param anonymous the caller whose answers are joined
 * @param pro tells who really stands where
 * @param days that gated boards are asked for as of
 */
export async function linkBoards(anonymous: Ask, pro: Ask, days: readonly string[]): Promise<BoardLinkage> {
  const dossiers = await readDossiers(anonymous)
  const linkage: BoardLinkage = { rows: [], leaks: 0 }
  for (const { ranks, percentiles } of dossiers)
    for (const { id, tab } of GATED)
      if (
        ranks.some((one) => one.leaderboard === id) ||
        percentiles.some(({ metric }) => wordsOf(metric) === wordsOf(tab.metric))
      )
        linkage.leaks++
  for (const { id, period } of GATED) {
    for (const day of days) {
      const { data } = await anonymous(
        `{ leaderboard(id: "${id}", asOf: "${day}") { entries { nodes { rank } } } }`,
      )
      if (JSON.stringify(data ?? null).includes('rank')) linkage.leaks++
    }
    for (const excludeBots of [false, true]) {
      const { shown, exact } = await readBoard({ anonymous, pro }, { id, excludeBots })
      const whole = await answerOf(anonymous, ROWS, { id, excludeBots })
      const narrowed = await answerOf(anonymous, ROWS, { id, excludeBots, excludePartial: true })
      if (!isDeepStrictEqual(narrowed, whole)) linkage.leaks++
      const members = new Map(exact.map((row) => [row.address, row]))
      for (const [i, row] of shown.entries()) {
        if (row.address !== null || row.previousRank !== null) linkage.leaks++
        const fitting = dossiers.filter((one) => fitsRow(row, numbersOf(one, period.name), ROW_NUMBERS))
        linkage.rows.push({
          board: `${id}${excludeBots ? ' without bots' : ''}`,
          address: String(exact[i]?.address),
          fits: new Set(fitting.map(({ address }) => address)),
          members: new Set(
            fitting.flatMap(({ address }) => {
              const own = members.get(address)
              return own && fitsRow(row, own, NAMES) ? [address] : []
            }),
          ),
          known: bandOf(row, shown, exact),
        })
      }
    }
  }
  return linkage
}

/** A metric's name however it is spelt: `maxDrawdown` is MAX_DRAWDOWN in GraphQL. */
function wordsOf(metric: string): string {
  return metric.replaceAll('_', '').toLowerCase()
}

function numbersOf(dossier: Dossier, period: string): ShownNumbers {
  return (dossier[period] ?? {}) as ShownNumbers
}

async function readDossiers(caller: Ask): Promise<Dossier[]> {
  const found: Dossier[] = []
  for (let after: string | null = null; ; ) {
    const { traders } = (await answerOf(caller, TRADERS, { after })) as {
      traders: { nodes: Dossier[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    }
    found.push(...traders.nodes)
    if (!traders.pageInfo.hasNextPage) return found
    after = traders.pageInfo.endCursor
  }
}

/** A gated board as an anonymous caller is shown it, and as it is. */
export interface BoardReading {
  shown: ShownNumbers[]
  exact: ShownNumbers[]
}

/** Reads a board as two callers see it. */
export async function readBoard(
  { anonymous, pro }: Record<'anonymous' | 'pro', Ask>,
  list: { id: string; excludeBots: boolean },
): Promise<BoardReading> {
  return {
    shown: rowsOf(await answerOf(anonymous, ROWS, { ...list, first: 100 })),
    exact: rowsOf(await answerOf(pro, ROWS, { ...list, first: 1_000 })),
  }
}

function rowsOf(data: unknown): ShownNumbers[] {
  return (data as { leaderboard: { entries: { nodes: ShownNumbers[] } } }).leaderboard.entries.nodes
}

/** The people in the places of the rows that show just the same. */
function bandOf(
  row: ShownNumbers,
  shown: readonly ShownNumbers[],
  exact: readonly ShownNumbers[],
): Set<string> {
  const looks = ({ label: _, ...one }: ShownNumbers) => JSON.stringify(one)
  const band = new Set<string>()
  for (const [i, one] of exact.entries()) {
    // The last band may go on behind the last row that is shown, until it has its five.
    const other = shown[i] ?? (band.size < 5 ? shown.at(-1) : undefined)
    if (one.isBot !== true && other && looks(other) === looks(row)) band.add(String(one.address))
  }
  return band
}

/** What a caller's question is answered. @throws Error where it is refused */
export async function answerOf(caller: Ask, query: string, variables: object): Promise<unknown> {
  const { data, errors } = await caller(query, variables)
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}
