import { type CompareTradersParameters, compareTraders } from '../../client/entry.ts'
import { percentRange } from '../../formats.ts'
import type { CommandContext } from '../command-context.ts'
import { textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'
import { dollars, minute, number, percent } from './format-cell.ts'

interface CompareOptions extends ReadOptions {
  period?: string
  asOf?: string
}

/** `pequod compare`: traders beside each other. Throws a CommandError if the service refuses. */
export async function readCompare(
  context: CommandContext,
  traders: readonly string[],
  options: CompareOptions,
): Promise<void> {
  const { json, server: _, ...asked } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    // The service refuses what is not one of its values.
    const found = await compareTraders(client, {
      ...asked,
      traders: traders.join(','),
    } as CompareTradersParameters)
    if (json) return screen.printJson(found)
    const nameOf = new Map(
      found.traders.map(({ trader }) => [trader.address, trader.username ?? trader.address]),
    )
    const rows = found.traders.map(({ trader, stats, openValue, openPositions }) => [
      trader.username ?? '',
      trader.address,
      dollars(stats?.pnl ?? null),
      percent(stats?.roi ?? null),
      percent(stats?.winRate ?? null),
      percentRange(stats?.winRateInterval) ?? '',
      percent(trader.skill?.edge ?? null),
      percentRange(trader.skill?.edgeInterval) ?? '',
      dollars(stats?.maxDrawdown ?? null),
      dollars(openValue),
      number(openPositions),
    ])
    for (const line of textTable(HEADING, rows)) screen.print(line)
    screen.note(`${found.summary} ${minute(found.cutoff.time)} UTC`)
    for (const { traders: both, markets, sameSide, firstLed, secondLed, medianLead } of found.pairs ?? []) {
      const names = both.map((address) => nameOf.get(address) ?? address)
      const lead = medianLead === null ? '' : `, median lead ${number(medianLead / 3_600)} hours`
      screen.note(
        `${names.join(' and ')}: ${markets} markets in common, ${sameSide} on the same side; first in ${firstLed} and ${secondLed}${lead}`,
      )
    }
  })
}

const HEADING = [
  'NAME',
  'ADDRESS',
  'PNL',
  'ROI',
  'WIN RATE',
  '95%',
  'EDGE',
  '95%',
  'DRAWDOWN',
  'OPEN',
  'POSITIONS',
]
