import { type AlertSearch, PUBLIC_LIST } from '../../whales/alerts/alert-desk.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { argumentError } from '../kit/errors.ts'
import { certainTotal, NO_CURSOR } from '../kit/paging/page-slice.ts'
import { WhaleAlertType } from './whale-alert.ts'

export interface WhaleSearch extends Omit<AlertSearch, 'after'> {
  /** The cursor to continue after, or null for the newest. */
  after: string | null
}

/** The cost of counting a list, in fields: it reads every alert. */
const COUNT_COST = 25

/** A page of alerts, in the shape of a connection. */
export const WhaleAlertConnectionType = builder.connectionObject(
  {
    type: WhaleAlertType,
    name: 'WhaleAlertConnection',
    description: 'A page of whale alerts.',
    fields: (t) => ({
      totalCount: t.int({
        complexity: COUNT_COST,
        limits: { minimum: 0 },
        description: `Alerts in the whole list, {limits}: for Pro, all that match the filters; otherwise those released to everyone, of the last ${PUBLIC_LIST.days} days of the ledger.`,
        resolve: certainTotal,
      }),
    }),
  },
  { name: 'WhaleAlertEdge', description: 'A row of a page of whale alerts.' },
)

/** Why a list ends for callers without Pro. */
const OLDER = `Only alerts of the last ${PUBLIC_LIST.days} days are listed without Pro: sign in with a Pro account for all of them.`

/** Returns the requested page of alerts, as the caller may see it. A cursor is its row's id. */
export async function listWhaleAlerts({ after, ...search }: WhaleSearch, { whales, caller }: RequestContext) {
  const place = after === null ? null : await whales.placeOf(caller.tier, after)
  if (after !== null && place === null) throw noCursor(after)
  const { alerts, hasMore, isTruncated, total } = await whales.page(caller.tier, { ...search, after: place })
  const edges = alerts.map((node) => ({ node, cursor: node.id }))
  return {
    total,
    cutoff: () => whales.cutoff(caller.tier),
    truncatedReason: isTruncated ? OLDER : null,
    edges,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

function noCursor(input: string) {
  return argumentError({ issues: [{ code: 'custom', path: ['after'], message: NO_CURSOR, input }] })
}
