import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { type Address, MICRO } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'

const ACTIVITY = `query ($address: String!, $first: Int, $after: String, $last: Int, $before: String) { trader(address: $address) {
  activity(first: $first, after: $after, last: $last, before: $before) {
    nodes { __typename time block tx trader { address } market { condition }
      ... on Trade { usd } ... on Split { sets: amount } ... on Merge { sets: amount }
      ... on Conversion { noes: amount questions feeRate } ... on Redemption { payout amounts }
      ... on Transfer { shares token receiver { address } } ... on Income { dollars: amount reason } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

type Row = Record<string, unknown>
interface Page {
  nodes: Row[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

async function walk(ask: Ask, address: string, isBackward: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = null; ; ) {
    const place = isBackward ? { last: 5, before: cursor } : { first: 5, after: cursor }
    const { data, errors } = await ask(ACTIVITY, { address, ...place }, 'PRO')
    expect(errors).toBeUndefined()
    const { nodes, pageInfo } = (data as { trader: { activity: Page } }).trader.activity
    rows.splice(isBackward ? 0 : rows.length, 0, ...nodes)
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return rows
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
  }
}

const isOf = (event: LedgerEvent, wallet: Address) =>
  event.kind === 'TRANSFER'
    ? [event.from, event.to].includes(wallet)
    : 'owner' in event && event.owner === wallet
const marketOf = (token: string) => MARKET_LINES.find(({ tokens }) => tokens.some((one) => one === token))
const bits = (set: string) => [0, 1, 2].filter((i) => (Number(set) >> i) & 1)

/** An event as an answer shows it, but for who may be shown in it. */
function told(event: LedgerEvent) {
  const common = {
    time: `${new Date(event.time * 1000).toISOString().slice(0, 19)}Z`,
    block: event.block,
    tx: event.tx,
  }
  if (event.kind === 'FILL')
    return {
      ...common,
      __typename: 'Trade',
      usd: event.usd / MICRO,
      market: { condition: marketOf(event.token)?.condition },
    }
  if (event.kind === 'SPLIT' || event.kind === 'MERGE')
    return {
      ...common,
      __typename: event.kind === 'SPLIT' ? 'Split' : 'Merge',
      sets: event.amount / MICRO,
      market: { condition: event.condition },
    }
  if (event.kind === 'CONVERT')
    return {
      ...common,
      __typename: 'Conversion',
      noes: event.amount / MICRO,
      market: null,
      questions: bits(event.indexSet),
      feeRate: event.feeBips / 10_000,
    }
  if (event.kind === 'REDEEM')
    return {
      ...common,
      __typename: 'Redemption',
      payout: event.payout / MICRO,
      market: { condition: event.condition },
      amounts: event.amounts?.map((amount) => amount / MICRO) ?? null,
    }
  if (event.kind === 'TRANSFER')
    return { ...common, __typename: 'Transfer', shares: event.amount / MICRO, token: event.token }
  if (event.kind === 'INCOME')
    return {
      ...common,
      __typename: 'Income',
      dollars: event.amount / MICRO,
      reason: event.reason,
      market: null,
    }
  throw new Error(`nobody does a ${event.kind}`)
}

describeEngines("a trader's activity", (open, engine) => {
  test('is every event of the trader’s own, of each kind, once, newest first, from either end, by either age', async () => {
    const kinds = new Set<unknown>()
    await fc.assert(
      fc.asyncProperty(ledgerOf(30), fc.boolean(), async (events, isSealed) => {
        const { db } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...events])
        if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
        await refresh(db)
        const ask = asker(db)
        for (const wallet of WALLETS) {
          const own = events.filter((event) => isOf(event, wallet)).reverse()
          // A trader who only received shares of unknown holders may have no profile.
          if (!own.some(({ kind }) => kind === 'FILL')) continue
          const rows = await walk(ask, wallet, false)
          expect(rows).toMatchObject(own.map(told))
          expect(await walk(ask, wallet, true)).toEqual(rows)
          for (const { __typename } of rows) kinds.add(__typename)
        }
      }),
      { numRuns: engine === 'sqlite' ? 5 : 1, endOnFailure: true },
    )
    if (engine === 'sqlite') expect(kinds.size).toBe(7)
  })
})
