import { listPositions } from '../../client/entry.ts'
import { POSITION_FIELDS, type PositionField } from '../../graph/positions/position-fields.ts'
import type { CommandContext } from '../command-context.ts'
import { dollars, number, printRows } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'

/** The question as the command line gives it: filters are the parameters of REST. */
export interface PositionsOptions extends ReadOptions {
  limit?: number
  order?: string
  asOf?: string
  top?: number
  [filter: string]: unknown
}

/** `pequod positions`: positions of all traders that fit a filter. Throws a CommandError if the service refuses. */
export async function readPositions(context: CommandContext, options: PositionsOptions): Promise<void> {
  const { json, limit, order, asOf } = options
  const { screen } = context
  await askService(context, options, async (client) => {
    // The service refuses what is not one of its values.
    const asked = {
      where: JSON.stringify(whereOf(options)),
      ...(limit !== undefined && { limit }),
      ...(order && { order }),
      ...(asOf && { asOf }),
    }
    const page = await listPositions(client, asked as Parameters<typeof listPositions>[1])
    if (options.format) return
    if (json) return screen.printJson(page)
    if (page.items.length === 0) return screen.note('No position matches.')
    printRows(screen, page.items, [
      ['TRADER', ({ trader }) => trader.username ?? trader.address],
      ['OUTCOME', ({ outcome }) => outcome ?? ''],
      ['STATUS', ({ result, status }) => result ?? status],
      ['VALUE', ({ value }) => dollars(value)],
      ['COST', ({ cost }) => dollars(cost)],
      ['PNL', ({ realizedPnl, unrealizedPnl }) => dollars(realizedPnl + unrealizedPnl)],
      ['AVG PRICE', ({ averagePrice }) => number(averagePrice)],
      ['PRICE', ({ price }) => number(price)],
      ['OPENED', ({ openedOn }) => openedOn],
      ['MARKET', ({ market, token }) => market?.question ?? market?.condition ?? token],
    ])
    screen.note(`${page.totalCount} match.`)
  })
}

/** The filter as GraphQL writes it. */
function whereOf(options: PositionsOptions): Record<string, unknown> {
  const given = Object.entries<PositionField>(POSITION_FIELDS).map(([name, { kind }]): [string, unknown] => {
    const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    const own = options[name]
    if (kind === 'AMOUNT' || kind === 'PRICE')
      return [name, filled({ min: options[`min${capital}`], max: options[`max${capital}`] })]
    if (kind === 'DAYS') return [name, filled({ from: options[`${name}From`], to: options[`${name}To`] })]
    if (own === undefined) return [name, undefined]
    if (kind === 'BOARD') return [name, filled({ id: own, top: options.top })]
    if (kind === 'STATUS' || kind === 'RESULT') return [name, enumName(String(own))]
    const values = String(own).split(',')
    return [name, kind === 'CATEGORIES' ? values.map(enumName) : values]
  })
  return filled(Object.fromEntries(given)) ?? {}
}

/** The members that are given; undefined for none. */
function filled(members: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const own = Object.entries(members).filter(([, value]) => value !== undefined)
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

function enumName(text: string): string {
  return text.toUpperCase().replaceAll('-', '_')
}
