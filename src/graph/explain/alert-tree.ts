import { defined } from '../../checks.ts'
import { plural } from '../../formats.ts'
import { dayOf, MICRO, weekStart } from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import type { AlertView } from '../../whales/alerts/alert-view.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Step, stepOf } from '../kit/explanation.ts'
import { fillStep } from './market-tree.ts'
import { dateOf, valueText } from './step-texts.ts'

export const ALERT_CONDITIONS = {
  formula:
    "A fill of at least the radar's least size ($10,000 unless the operator chose another) by a trader in the top 100 of a qualifying leaderboard when the week began.",
  source: 'methodology §8',
}

/** The conditions that made an alert: the size of its fill, and each board that the trader led. Callers without Pro see no more than of the alert. */
export async function alertTree(alert: AlertView, context: RequestContext): Promise<Step> {
  const steps = [await sizeStep(alert, context), ...alert.qualifying.map((board) => boardStep(alert, board))]
  return stepOf({
    name: 'conditions',
    title: 'Conditions of the alert',
    kind: 'COUNT',
    unit: 'COUNT',
    value: steps.length,
    words: `${plural(steps.length, 'condition')} held`,
    text: `${plural(steps.length, 'condition')} of the radar held at the fill: its size, and ${plural(alert.qualifying.length, 'leaderboard')} that the trader led.`,
    steps: async () => steps,
  })
}

async function sizeStep({ usd, identity, side }: AlertView, { reader }: RequestContext): Promise<Step> {
  const value = Math.round(usd * MICRO)
  const common = { name: 'size', title: 'Size of the fill', value } as const
  const word = side === 'BUY' ? 'Bought' : 'Sold'
  if (identity === null)
    return stepOf({
      ...common,
      kind: 'FACT',
      text: `${word} for ${valueText(value, 'USD')} or more: rounded down to two digits without Pro.`,
    })
  const [fill] = await reader.trades.fillsByKey([identity.fillKey])
  return stepOf({
    ...common,
    text: `${word} for ${valueText(value, 'USD')}, the radar's least size or more.`,
    steps: async () => (fill ? [fillStep(fill)] : []),
  })
}

function boardStep({ time }: AlertView, board: string): Step {
  const { title } = defined(leaderboardById(board))
  return stepOf({
    name: board,
    title,
    kind: 'FACT',
    unit: 'COUNT',
    value: 1,
    words: 'held',
    text: `In the top 100 of ${title} when the week of ${dateOf(weekStart(dayOf(time)))} began.`,
  })
}
