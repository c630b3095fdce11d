import { isInterfaceType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { parseNodeId } from '../../src/graph/kit/node-id.ts'
import { schema } from '../../src/graph/schema.ts'
import { dayOf, dayText } from '../../src/ledger/quantities.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { plantedAsk } from './support/ask.ts'
import { plantWorld } from './support/planted-world.ts'

const world = plantWorld(30)
const someone = world.traders[4]?.address ?? ''
const nobody = `0x${'9'.repeat(40)}`
const ask = plantedAsk(world)

const NODE =
  'query ($id: ID!) { node(id: $id) { __typename id ... on Trader { address } ... on Leaderboard { title entries { nodes { rank } } } } }'
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'

describe('a global id', () => {
  it('of every type with ids names its type', () => {
    const ids = {
      Event: 'event:903',
      Leaderboard: 'pnl-7d',
      Market: `0x${'b'.repeat(64)}`,
      Position: `${someone}:1234`,
      Trade: '52000000-17',
      Trader: someone,
      WhaleAlert: 'abcdefghijklmnopqrst-_',
    }
    const node = schema.getType('Node')
    const types = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []
    expect(types.toSorted()).toEqual(Object.keys(ids))
    for (const [typename, id] of Object.entries(ids)) expect(parseNodeId(id)).toEqual({ typename, id })
    const ofDays = {
      Leaderboard: 'pnl-7d@2026-01-15',
      Trade: 'row-17@2026-01-15',
      Trader: `${someone}@2024-02-29`,
    }
    for (const [typename, id] of Object.entries(ofDays)) expect(parseNodeId(id)).toEqual({ typename, id })
  })

  it('of a trader is its address', async () => {
    const { data } = await ask(`{ trader(address: "${someone}") { id } }`)
    expect(data).toEqual({ trader: { id: someone } })
    expect(await ask(NODE, { id: someone })).toEqual({
      data: { node: { __typename: 'Trader', id: someone, address: someone } },
    })
  })

  it('of a leaderboard is the one that REST knows it by', async () => {
    const { data } = await ask('{ leaderboards { id } }')
    expect(data).toEqual({ leaderboards: LEADERBOARDS.map(({ id }) => ({ id })) })
    for (const { id, title } of LEADERBOARDS) {
      const { data } = await ask(NODE, { id })
      expect(data).toMatchObject({ node: { __typename: 'Leaderboard', id, title } })
    }
  })

  it('as of a day contains the day, and leads to the object of that day', async () => {
    const day = dayText(dayOf(world.snapshot.cutoff_time))
    const { data } = await ask(
      `{ trader(address: "${someone}", asOf: "${day}") { id } leaderboard(id: "pnl-7d", asOf: "${day}") { id
        entries(first: 1) { nodes { trader { id } } } } leaderboards(asOf: "${day}") { id }
        traders(first: 1, asOf: "${day}") { nodes { id } } }`,
    )
    const [board] = LEADERBOARDS
    const [best] = board ? world.order(board).ids : []
    expect(data).toEqual({
      trader: { id: `${someone}@${day}` },
      leaderboard: {
        id: `pnl-7d@${day}`,
        entries: { nodes: [{ trader: { id: `${world.traders[(best ?? 0) - 1]?.address}@${day}` } }] },
      },
      // Boards that require sign-in are withheld from others as of a day.
      leaderboards: LEADERBOARDS.filter(({ tab }) => tab.access === 'PUBLIC').map(({ id }) => ({
        id: `${id}@${day}`,
      })),
      traders: { nodes: [{ id: expect.stringMatching(new RegExp(`^0x[0-9a-f]{40}@${day}$`)) }] },
    })
    const ids = [`${someone.toUpperCase().replace('X', 'x')}@${day}`, `pnl-7d@${day}`, someone]
    const both = `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Trader { cutoff { time } } ... on Leaderboard { cutoff { time } } } }`
    // The day is not over.
    const cutoff = { time: '2026-02-17T12:00:05Z' }
    expect((await ask(both, { ids })).data).toEqual({
      nodes: [
        { id: `${someone}@${day}`, cutoff },
        { id: `pnl-7d@${day}`, cutoff },
        { id: someone, cutoff },
      ],
    })
  })

  it('as of a day outside the ledger is refused', async () => {
    for (const id of [`${someone}@2019-01-01`, 'pnl-7d@2031-01-01']) {
      const { errors } = await ask(NODE, { id })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ name: 'id' }] })
      expect(errors?.[0]?.message).toContain('The argument id is as of a day, which must be a day from')
    }
  })

  it('of no object gives null, in its place among several', async () => {
    expect(await ask(NODE, { id: nobody })).toEqual({ data: { node: null } })
    const ids = ['roi-7d', nobody, someone, someone]
    expect(await ask(NODES, { ids })).toEqual({
      data: {
        nodes: [
          { __typename: 'Leaderboard', id: 'roi-7d' },
          null,
          { __typename: 'Trader', id: someone },
          { __typename: 'Trader', id: someone },
        ],
      },
    })
  })

  it.each([
    '',
    'x',
    'VHJhZGVyOjE=',
    'luck-7d',
    '0x12',
    '__proto__',
    'pnl-7d@2026-02-30',
    'pnl-7d@',
    'pnl-7d@2026-1-5',
    '@2026-01-15',
    'abcdefghijklmnopqrst-_@2026-01-15',
  ])('is refused as %j', async (id) => {
    for (const asked of [ask(NODE, { id }), ask(NODES, { ids: [id] })]) {
      const { errors } = await asked
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ name: 'id' }] })
      expect(errors?.[0]?.message).toContain('is not an id')
    }
  })

  it('is limited to 100 in a request', async () => {
    const { errors } = await ask(NODES, { ids: Array.from({ length: 101 }, () => someone) })
    expect(errors?.[0]).toMatchObject({
      message: 'The argument ids must be a list of up to 100 entries.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })
})
