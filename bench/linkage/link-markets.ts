import { type Ask, answerOf, GATED } from './link-boards.ts'

const MARKETS = `query ($after: String) { markets(first: 5, after: $after) { pageInfo { hasNextPage endCursor } nodes { id
  trades { nodes { time trader { ranks { leaderboard: leaderboardId } } } }
  prices(interval: MINUTES_5, first: 1) { nodes { time tradeCount } }
  flow { to } holders { day nodes { ranks { leaderboard: leaderboardId } } } topTraders { nodes { ranks { leaderboard: leaderboardId } } } } } }`
const FLOW =
  'query ($id: String!, $by: FlowGrouping!) { market(id: $id) { flow(by: $by) { groups { group traders netUsd } } } }'
const ACTIVITY = `query ($after: String) { traders(first: 20, after: $after) { pageInfo { hasNextPage endCursor } nodes {
  activity(first: 1) { nodes { time } } trades(first: 1) { nodes { time } } } } }`

/**
 * What lists of markets and of what traders did tell who is not Pro, and must not: places on gated boards, what cohorts and
 * the skilled bought, and events newer than the delay of public alerts. What they tell of old events is known to who attacks.
 * @param callers those who may know none of it; a place on a gated board is for who is signed in
 * @param delayMinutes of public alerts
 * @returns how many answers told one
 */
export async function linkMarkets(
  { anonymous, free }: Record<'anonymous' | 'free', Ask>,
  delayMinutes: number,
): Promise<{ asked: number; leaks: number }> {
  const gated = new Set<unknown>(GATED.map(({ id }) => id))
  let [asked, leaks] = [0, 0]
  for (const [caller, isAnonymous] of [
    [anonymous, true],
    [free, false],
  ] as const) {
    for await (const market of nodesOf(caller, MARKETS, 'markets')) {
      asked++
      const seen = newestShown(delayMinutes)
      for (const [key, value] of valuesIn(market)) {
        if (key === 'time' && String(value) > seen) leaks++
        if ((key === 'to' || key === 'day') && String(value) > seen.slice(0, 10)) leaks++
        if (key === 'leaderboard' && isAnonymous && gated.has(value)) leaks++
      }
      for (const by of ['COHORT', 'SKILL']) {
        const { data } = await caller(FLOW, { id: market.id, by })
        if (JSON.stringify(data ?? null).includes('netUsd')) leaks++
      }
    }
    for await (const trader of nodesOf(caller, ACTIVITY, 'traders')) {
      asked++
      const seen = newestShown(delayMinutes)
      for (const [key, value] of valuesIn(trader)) if (key === 'time' && String(value) > seen) leaks++
    }
  }
  return { asked, leaks }
}

/** The time of the newest event that may be told by itself, as answers write it. */
function newestShown(delayMinutes: number): string {
  return `${new Date(Date.now() - delayMinutes * 60_000).toISOString().slice(0, 19)}Z`
}

interface Page {
  nodes: Record<string, unknown>[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** The nodes of a list, page by page. */
async function* nodesOf(caller: Ask, query: string, list: string): AsyncGenerator<Record<string, unknown>> {
  for (let after: string | null = null; ; ) {
    const { [list]: page } = (await answerOf(caller, query, { after })) as Record<string, Page>
    yield* page?.nodes ?? []
    if (!page?.pageInfo.hasNextPage) return
    after = page.pageInfo.endCursor
  }
}

/** Every value of an answer with its key, however deep. */
function* valuesIn(answer: unknown): Generator<[key: string, value: unknown]> {
  if (typeof answer !== 'object' || answer === null) return
  for (const [key, value] of Object.entries(answer)) {
    yield [key, value]
    yield* valuesIn(value)
  }
}
