import { defined } from '../../checks.ts'
import { countText, plural, shortAddress } from '../../formats.ts'
import { dayBeforeWindow, type LeaderboardDefinition } from '../../metrics/leaderboards.ts'
import { metricById } from '../../metrics/registry.ts'
import type { BoardOrder } from '../../store/snapshot/snapshot-reader.ts'
import { shownRows } from '../kit/board-access.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Step, stepOf } from '../kit/explanation.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import { unitOfMetric, valueText } from './step-texts.ts'
import { EXPLAINED, type ExplainedMetric, traderTree } from './trader-tree.ts'

// A trader's rank: the traders before it. The next ones are shown with their numbers.

/** Traders right before one that are shown. */
const NEIGHBORS = 3

interface Board {
  definition: LeaderboardDefinition
  category: string | null
  order: BoardOrder
  /** Rows that the caller may see. */
  shown: number
  context: RequestContext
}

/** The tree of a trader's rank on a board; null where it is not on it. */
export async function rankTree(
  trader: TraderProfile,
  { definition, category }: Pick<Board, 'definition' | 'category'>,
  context: RequestContext,
): Promise<Step> {
  const { snapshot, row } = trader
  const hasBoard = category === null || definition.tab.isSliced
  const filter = { ...(category !== null && { category }) }
  const order = hasBoard
    ? await context.reader.order(snapshot, definition.id, filter, context.caller.limiterKey)
    : null
  const rank = order?.rankOf(row.id) ?? null
  const common = { name: 'rank', title: `Rank by ${definition.title}`, unit: 'COUNT', value: rank } as const
  if (order === null || rank === null)
    return stepOf({
      ...common,
      kind: 'FACT',
      text: `Not on this leaderboard, which has traders with ${definition.tab.eligible}.`,
    })
  const board = {
    definition,
    category,
    order,
    context,
    shown: Math.min(shownRows(context.caller.tier), order.traders.length),
  }
  const number = await numberOf(trader, board, rank)
  const [above, below] = [
    await neighbor(board, snapshot, rank - 1),
    await neighbor(board, snapshot, rank + 1),
  ]
  const between = [above && `after ${above.text}`, below && `before ${below.text}`].filter(
    (part) => part !== null,
  )
  const own = stepOf({
    name: 'own',
    title: 'The trader',
    kind: 'COUNT',
    unit: 'COUNT',
    value: 1,
    text: `Its number is ${valueText(number.value, number.unit)}.`,
    steps: async () => [number],
  })
  return stepOf({
    ...common,
    text: `${plural(rank - 1, 'trader')} before it + 1 = ${countText(rank)} of ${countText(order.count)}, with ${valueText(number.value, number.unit)}${between.map((part) => `, ${part}`).join('')}.`,
    steps: async () => [await aheadOf(board, snapshot, rank), own],
  })
}

/** Everybody before a rank: the next ones each, and the number of the others. */
async function aheadOf(board: Board, snapshot: TraderProfile['snapshot'], rank: number): Promise<Step> {
  const common = { name: 'ahead', title: 'Traders before it', unit: 'COUNT', value: rank - 1 } as const
  const first = Math.max(1, rank - NEIGHBORS)
  const near: Step[] = []
  for (let place = rank - 1; place >= first; place--) {
    const found = await neighbor(board, snapshot, place)
    if (found === null) break
    const { profile, text } = found
    const number = await numberOf(profile, board, place)
    near.push(
      stepOf({
        name: `rank-${place}`,
        title: nameOf(profile),
        kind: 'COUNT',
        unit: 'COUNT',
        value: 1,
        text: `Rank ${place}: ${text}.`,
        steps: async () => [number],
      }),
    )
  }
  if (near.length === 0)
    return stepOf({
      ...common,
      kind: 'FACT',
      text:
        rank === 1
          ? 'Nobody is before it.'
          : `${plural(rank - 1, 'trader')} have a higher number, or the same one and more volume, beyond the rows that are shown.`,
    })
  const rest = rank - 1 - near.length
  const further = stepOf({
    name: 'further',
    title: 'Traders before these',
    kind: 'FACT',
    unit: 'COUNT',
    value: rest,
    text: `${plural(rest, 'trader')} with still higher numbers: see the leaderboard ${board.definition.id}.`,
  })
  return stepOf({
    ...common,
    text: `${plural(rank - 1, 'trader')} with a higher number, or with the same one and more volume.`,
    steps: async () => (rest === 0 ? near : [...near, further]),
  })
}

/** The trader of a rank with its number in words; null beyond the rows that the caller is shown. */
async function neighbor(
  { order, shown, context, definition }: Board,
  snapshot: TraderProfile['snapshot'],
  rank: number,
) {
  const id = rank < 1 || rank > shown ? undefined : order.traders[rank - 1]
  const profile = id === undefined ? null : await context.loaders(snapshot).profiles.load(id)
  if (profile === null) return null
  const value = valueText(defined(order.cells.metric[rank - 1]), unitOfMetric(definition.tab.metric))
  return { profile, text: `${nameOf(profile)} with ${value}` }
}

function nameOf({ row }: TraderProfile): string {
  return row.username ?? shortAddress(row.address)
}

/** The tree of the number that orders a board; a fact for a score, whose definition the methodology has. */
async function numberOf(
  trader: TraderProfile,
  { definition, category, order, context }: Board,
  rank: number,
): Promise<Step> {
  const metric = Object.values(EXPLAINED).find((own): own is ExplainedMetric => own === definition.tab.metric)
  const to = dayOfSnapshot(trader.snapshot)
  const dayBefore = dayBeforeWindow(definition.period, to)
  if (metric !== undefined)
    return traderTree({ trader, metric, dayBefore, to, since: null, category }, context)
  const { title, formula } = metricById(definition.tab.metric)
  const value = order.cells.metric[rank - 1] ?? null
  return stepOf({
    name: definition.tab.metric,
    title,
    kind: 'FACT',
    unit: unitOfMetric(definition.tab.metric),
    value,
    text: formula,
  })
}
