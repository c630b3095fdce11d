/** A market of a small Gamma. */
export interface WorldMarket {
  /** From 1; condition and tokens follow from it. */
  n: number
  closed: boolean
}

/** How this Gamma differs from a well-meaning one. */
export interface GammaHabits {
  /** The API's own maximum of rows per page. @default 100 */
  clamp?: number
  /** Whether lists of markets can include tags. @default true */
  includeTag?: boolean
  /** Whether the offset has an effect. @default true */
  offset?: boolean
}

/** The condition of market `n`. */
export const conditionOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
/** Its two tokens, as long as real ones. */
export const tokensOf = (n: number) => [`${'7'.repeat(70)}${2 * n}`, `${'7'.repeat(70)}${2 * n + 1}`]
/** Its event: five markets share one, which is about sports or about nothing in particular. */
export const eventOf = (n: number) => Math.floor(n / 5) + 1
/** The tags of an event. */
export const tagsOf = (event: number) => [
  { id: '1', label: 'All', slug: 'all', forceShow: false },
  ...(event % 2 === 0 ? [{ id: '2', label: 'Esports', slug: 'esports', forceShow: false }] : []),
]

/** A market as Gamma writes it. */
export function gammaMarket({ n, closed }: WorldMarket): Record<string, unknown> {
  const event = eventOf(n)
  return {
    id: String(n),
    question: `Will it be ${n}?`,
    conditionId: conditionOf(n),
    slug: `will-it-be-${n}`,
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.268", "0.732"]',
    clobTokenIds: JSON.stringify(tokensOf(n)),
    questionID: `0x${'ab'.repeat(32)}`,
    volume: '80362.86028499973',
    negRisk: false,
    active: true,
    closed,
    umaResolutionStatuses: '[]',
    events: [
      { id: String(event), ticker: `e-${event}`, slug: `e-${event}`, title: `Event ${event}`, closed },
    ],
  }
}

/** The paths of a Gamma with these markets. */
export function gammaPaths(world: readonly WorldMarket[], habits: GammaHabits = {}) {
  const { clamp = 100, includeTag = true, offset = true } = habits
  const page = (rows: readonly WorldMarket[], query: URLSearchParams) => {
    const from = offset ? Number(query.get('offset') ?? 0) : 0
    return rows.slice(from, from + Math.min(clamp, Number(query.get('limit') ?? 20)))
  }
  return {
    '/markets': (query: URLSearchParams) => {
      const conditions = query.getAll('condition_ids')
      const tokens = query.getAll('clob_token_ids')
      // As Gamma does, omits closed markets unless they are requested.
      const rows = world
        .filter(({ closed }) => String(closed) === (query.get('closed') ?? 'false'))
        .filter(({ n }) => conditions.length === 0 || conditions.includes(conditionOf(n)))
        .filter(({ n }) => tokens.length === 0 || tokensOf(n).some((token) => tokens.includes(token)))
        .sort((a, b) => a.n - b.n)
      const tagged = includeTag && query.get('include_tag') === 'true'
      return page(rows, query).map((market) => ({
        ...gammaMarket(market),
        ...(tagged && { tags: tagsOf(eventOf(market.n)) }),
      }))
    },
    '/events': (query: URLSearchParams) =>
      query.getAll('id').flatMap((id) => {
        const markets = world.filter(({ n }) => String(eventOf(n)) === id)
        const closed = markets.every((market) => market.closed)
        if (markets.length === 0 || String(closed) !== (query.get('closed') ?? 'false')) return []
        return [{ id, slug: `e-${id}`, title: `Event ${id}`, closed, tags: tagsOf(Number(id)), markets: [] }]
      }),
  }
}
