import { type ExplainNumberParameters, explainNumber } from '../../client/entry.ts'
import type { CommandContext } from '../command-context.ts'
import { minute, printTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'

/** A part of a number's tree as the command line asks for it. */
export interface ExplanationOptions extends ReadOptions {
  limit: number
  period?: string
  from?: string
  since?: string
  category?: string
  step?: string
  asOf?: string
}

type Step = Pick<Awaited<ReturnType<typeof explainNumber>>['items'][number], 'text' | 'event'>

type Subject = ExplainNumberParameters['subject']

/** The number that is explained where none is named. */
const USUAL = { trader: 'pnl', market: 'volume', alert: 'conditions' } as const satisfies Record<
  Subject,
  string
>

/** `pequod explain`: a number, the steps that it follows from, and their paths. Throws a CommandError if the service refuses. */
export async function readExplanation(
  context: CommandContext,
  { subject, id, metric = USUAL[subject] }: { subject: Subject; id: string; metric?: string | undefined },
  options: ExplanationOptions,
): Promise<void> {
  const { json, server: _, ...asked } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    // The service refuses what is not one of its values.
    const found = await explainNumber(client, { subject, id, metric, ...asked } as ExplainNumberParameters)
    if (json) return screen.printJson(found)
    const { items, nextCursor, explanation, cutoff } = found
    const { step, trail, formula, source } = explanation
    screen.print(trail.map(({ title }) => title).join(' › '))
    screen.print(step.text)
    if (step.event) screen.print(placeOf(step.event))
    if (items.length > 0) {
      screen.print('')
      const rows = items.map((one) => [one.sign < 0 ? '−' : '+', one.shown, one.title, textOf(one)])
      printTable(screen, ['', 'VALUE', 'STEP', 'WHY'], rows)
      if (step.addsUp === false)
        screen.warn('The steps do not make the value: the ledger changed since this snapshot. Try again.')
      screen.note(`Further: --step ${items[0]?.path}${nextCursor === null ? '' : `; more rows: --limit`}`)
    }
    screen.note(`${formula} ${source}${cutoff === null ? '' : `; up to ${minute(cutoff.time)} UTC`}.`)
  })
}

function textOf({ text, event }: Step): string {
  return event ? `${text} ${placeOf(event)}` : text
}

function placeOf({ time, block, logIndex, tx }: NonNullable<Step['event']>): string {
  const place = block === null ? [] : [`block ${block}`, `log ${logIndex}`]
  return [minute(time), ...place, ...(tx === null ? [] : [tx])].join(', ')
}
