import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { graphiqlTasks } from '../../src/pages/graphiql/tasks.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { GRAPHQL_WAYS } from './support/graphql-ways.ts'
import { closeServed, type Served, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

const LESSER = ['FREE', 'ANONYMOUS'] as const
const PEOPLE = 'address username profileImage xUsername verifiedBadge trader { id }'

/**
 * Returns the keys that lead to each value of an answer, without positions in lists, and whether some or all
 * of the values are null.
 */
function nullness(data: unknown): Map<string, { some: boolean; all: boolean }> {
  const found = new Map<string, { some: boolean; all: boolean }>()
  const look = (value: unknown, path: readonly string[]) => {
    if (Array.isArray(value)) for (const one of value) look(one, path)
    else {
      const before = found.get(path.join('.')) ?? { some: false, all: true }
      found.set(path.join('.'), { some: before.some || value === null, all: before.all && value === null })
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) look(inner, [...path, key])
    }
  }
  look(data, [])
  return found
}

closeServed()
gateTab('ROI')
describe.each(GRAPHQL_WAYS)('extensions.withheld, %s,', (name, newWay) => {
  const way = newWay()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  beforeAll(async () => {
    served = await serveWorld(way.served)
    callers = await tierCallers(served)
  })
  const ask = async (query: string, tier: Tier, variables: object = {}) => {
    const payload = { query, variables }
    const request = { method: 'POST', url: '/graphql', payload, headers: callers[tier] } as const
    const { data, errors, extensions = {} } = (await way.ask(served.app, request)).json()
    const withheld: { path: string[]; requires: Tier; argument?: string }[] | undefined = extensions.withheld
    return { data, errors, withheld }
  }

  test('names each null of GraphiQL’s examples that a higher tier would get', async () => {
    let told = 0
    for (const { query, ...task } of graphiqlTasks(false)) {
      if (query.includes('\nsubscription ')) continue
      // A board that is gated here.
      const variables = JSON.parse(task.variables.replace('pnl-30d', 'roi-all'))
      const pro = await ask(query, 'PRO', variables)
      expect(pro.withheld).toBeUndefined()
      // The small world has no week of a cohort yet.
      if (pro.errors !== undefined) continue
      const whole = nullness(pro.data)
      for (const tier of LESSER) {
        const { data, withheld = [] } = await ask(query, tier, variables)
        const places = withheld.map(({ path }) => path.join('.'))
        const shown = nullness(data)
        const emptied = [...shown].filter(([path, { all }]) => all && whole.get(path)?.all === false)
        const isSaid = (path: string) => places.some((place) => `${path}.`.startsWith(`${place}.`))
        expect(emptied.map(([path]) => path).filter((path) => !isSaid(path))).toEqual([])
        // A gated row's value is there, rounded, and a list without some of its rows.
        const emptiedPlaces = places.filter((place) => !/\.(?:value|ranks)$/.test(place))
        expect(emptiedPlaces.filter((place) => shown.get(place)?.some !== true)).toEqual([])
        told += places.length
      }
    }
    expect(told).toBeGreaterThan(2)
  })

  test('has the path, the tier, and the argument that counted as null', async () => {
    const query = `{ a: leaderboard(id: "roi-all") { entries(first: 200) { nodes {
      who: address trader { analytics { strategy { name } } } } } } }`
    const entries = ['a', 'entries']
    const limit = { path: entries, requires: 'PRO', argument: 'first' }
    const [who, trader, analytics] = ['who', 'trader', 'trader.analytics'].map((keys) => ({
      path: [...entries, 'nodes', ...keys.split('.')],
      requires: 'FREE',
    }))
    expect((await ask(query, 'PRO')).withheld).toBeUndefined()
    expect((await ask(query, 'FREE')).withheld).toEqual([limit])
    expect((await ask(query, 'ANONYMOUS')).withheld).toEqual([trader, who, limit])
    const open = await ask(query.replace('roi-all', 'pnl-all'), 'ANONYMOUS')
    expect(open.withheld).toEqual([analytics, limit])
  })

  test('is beside errors too, and has at most 50 places', async () => {
    const beside = await ask(
      '{ leaderboard(id: "nope") { id } whaleAlerts(first: 30) { totalCount } }',
      'FREE',
    )
    expect(beside.errors).toHaveLength(1)
    expect(beside.withheld).toEqual([{ path: ['whaleAlerts'], requires: 'PRO', argument: 'first' }])
    const boards = Array.from({ length: 9 }, (_, i) => `b${i}: leaderboard(id: "roi-7d") { ...B }`)
    const query = `{ ${boards.join(' ')} } fragment B on Leaderboard { entries(first: 2) { nodes { ${PEOPLE} } } }`
    const { withheld = [] } = await ask(query, 'ANONYMOUS')
    expect(withheld).toHaveLength(50)
    expect(new Set(withheld.map(({ path }) => path.join('.'))).size).toBe(50)
  })

  test('was tested by the tried path', () => {
    expect(way.compiled() > 10).toBe(name.includes('compiled'))
  })
})
