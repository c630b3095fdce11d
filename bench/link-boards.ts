import { LEADERBOARDS } from '../src/metrics/leaderboards.ts'
import { PERIODS } from '../src/metrics/periods.ts'
import { fitsRow, ROW_NUMBERS, type ShownNumbers } from './row-numbers.ts'

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
}

/** What an anonymous caller is told of gated boards, joined with all that the caller is told of traders by name. */
export interface BoardLinkage {
  rows: LinkedRow[]
  /** Texts of gated answers that hold an address or a name of a trader, and answers as of a day. 0 where nothing leaks. */
  leaks: number
}

const GATED = LEADERBOARDS.filter(({ tab }) => tab.access === 'SIGNED_IN')
const NAMES = [...ROW_NUMBERS, 'value']
const ROWS = `query ($id: String!, $excludeBots: Boolean, $first: Int) { leaderboard(id: $id) {
  entries(excludeBots: $excludeBots, first: $first) { nodes { address label previousRank ${NAMES.join(' ')} } } } }`
const TRADERS = `query ($after: String) { traders(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes {
  address username ranks { leaderboard rank } percentiles { metric }
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
        percentiles.some(({ metric }) => metric === tab.metric)
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
      const shown = await rowsOf(anonymous, { id, excludeBots, first: 100 })
      const exact = await rowsOf(pro, { id, excludeBots, first: 1_000 })
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
        })
      }
    }
  }
  return linkage
}

function numbersOf(dossier: Dossier, period: string): ShownNumbers {
  return (dossier[period] ?? {}) as ShownNumbers
}

async function readDossiers(ask: Ask): Promise<Dossier[]> {
  const found: Dossier[] = []
  for (let after: string | null = null; ; ) {
    const { data, errors } = await ask(TRADERS, { after })
    if (errors !== undefined) throw new Error(JSON.stringify(errors))
    const { traders } = data as {
      traders: { nodes: Dossier[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    }
    found.push(...traders.nodes)
    if (!traders.pageInfo.hasNextPage) return found
    after = traders.pageInfo.endCursor
  }
}

async function rowsOf(ask: Ask, variables: object): Promise<ShownNumbers[]> {
  const { data, errors } = await ask(ROWS, variables)
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return (data as { leaderboard: { entries: { nodes: ShownNumbers[] } } }).leaderboard.entries.nodes
}
