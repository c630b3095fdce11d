import {
  type ASTNode,
  getNamedType,
  Kind,
  parse,
  print,
  type StringValueNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { schema } from '../../graph/schema.ts'
import { ServedValuesDocument, type ServedValuesQuery } from '../operations.generated.ts'
import { type Ask, orNotYet } from '../page.ts'

/** Things that the served data has: the two best traders of 30 days, the open market of the largest volume, and its event. */
export interface ServedValues {
  traders: readonly string[]
  /** The best trader's id for `node`. */
  node: string | null
  market: string | null
  event: string | null
  /** The newest alert that is public. */
  alert: string | null
}

/** Returns what the served data has for examples; null before there is a snapshot. */
export async function servedValues(ask: Ask): Promise<ServedValues | null> {
  const found: ServedValuesQuery | null = await orNotYet(ask(ServedValuesDocument, {}))
  if (found === null) return null
  const leaders = found.leaderboard?.entries.nodes ?? []
  const [market] = found.markets.nodes
  return {
    traders: leaders.flatMap(({ address }) => address ?? []),
    node: leaders[0]?.trader?.id ?? null,
    market: market?.condition ?? null,
    event: market?.event?.id ?? null,
    alert: found.whaleAlerts.nodes[0]?.id ?? null,
  }
}

/** Values that only show the form of what the served data has. */
const NO_TRADER = `0x${'0'.repeat(40)}`
export const NO_MARKET = `0x${'0'.repeat(64)}`
export const NO_ALERT = 'A'.repeat(22)

/** Whether an example's text is a form that is replaced by what the served data has. */
export function isServed(text: string): boolean {
  return [NO_TRADER, NO_MARKET, NO_ALERT].some((form) => text.includes(`"${form}"`))
}

/** Arguments and fields of input objects whose examples do not tell by their form what they name. */
const NODE_PLACES = new Set(['Query.node.id', 'Query.nodes.ids'])
const EVENT_PLACES = new Set([
  'Query.event.id',
  'HoldsWhere.event',
  'PositionWhere.event',
  'MarketWhere.event',
])

/** Returns an example with what the served data has in place of values that only show the form, so that it runs. */
export function withServed(example: string, served: ServedValues): string {
  const info = new TypeInfo(schema)
  const inPlace = (place: string, value: ValueNode): ValueNode => {
    const one = value.kind === Kind.LIST ? value.values[0] : value
    if (one?.kind !== Kind.STRING) return value
    const found = valuesFor(place, one, served)
    if (found.length === 0) return value
    const texts = found.map((text): StringValueNode => ({ ...one, value: text }))
    return value.kind === Kind.LIST ? { ...value, values: texts } : (texts[0] ?? value)
  }
  const replaced: ASTNode = visit(
    parse(example),
    visitWithTypeInfo(info, {
      Argument: (node) => {
        const place = `${info.getParentType()}.${info.getFieldDef()?.name}.${node.name.value}`
        return { ...node, value: inPlace(place, node.value) }
      },
      ObjectField: (node) => {
        const place = `${getNamedType(info.getParentInputType())}.${node.name.value}`
        return { ...node, value: inPlace(place, node.value) }
      },
    }),
  )
  return print(replaced)
}

function valuesFor(
  place: string,
  { value }: StringValueNode,
  { traders, node, market, event, alert }: ServedValues,
): readonly string[] {
  const one = (found: string | null) => (found === null ? [] : [found])
  if (NODE_PLACES.has(place)) return one(node)
  if (EVENT_PLACES.has(place)) return one(event)
  if (value === NO_TRADER || place === 'TraderWhere.among') return traders
  if (value === NO_MARKET || place === 'MarketWhere.among') return one(market)
  return value === NO_ALERT ? one(alert) : []
}
