import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ApiRow } from '../../../src/sources/files/data-api-row.ts'
import { type ApiRowsBatch, readActivity, readTrades } from '../../../src/sources/files/data-api-rows.ts'
import { noSharedData, sharedData, skipNote } from '../support/shared-data.ts'
import { temporaryFiles } from '../support/temporary-files.ts'

const files = temporaryFiles()
const wallet = `0x${'ab'.repeat(20)}`
const hash = `0x${'cd'.repeat(32)}`
const trade = {
  proxyWallet: wallet,
  timestamp: 1771354561,
  conditionId: hash,
  type: 'TRADE',
  size: 11.988287999999999,
  usdcSize: 9.999996,
  transactionHash: hash,
  price: 0.83,
  asset: '77',
  side: 'BUY',
  outcomeIndex: 0,
  title: 'Up or down?',
  slug: 'up-or-down',
  eventSlug: 'ups',
  outcome: 'Up',
  name: 'ann',
  pseudonym: 'Odd-Duck',
}
/** The sentinels of a row that is no trade. */
const none = { side: '', price: 0, asset: '', outcomeIndex: 999, outcome: '' }

async function gather(batches: AsyncIterable<ApiRowsBatch>) {
  const rows: ApiRow[] = []
  const refusals: string[] = []
  const skipped: Record<string, number> = {}
  let bytes = 0
  for await (const batch of batches) {
    rows.push(...batch.rows)
    refusals.push(...batch.refusals.map(({ line, reason }) => `${line}: ${reason}`))
    for (const [type, count] of batch.skipped) skipped[type] = (skipped[type] ?? 0) + count
    bytes = batch.bytes
  }
  return { rows, refusals, skipped, bytes }
}

const activity = (...rows: object[]) => gather(readActivity(files.write(JSON.stringify(rows))))
const trades = (content: string) => gather(readTrades(files.write(content)))
const refusalOf = async (row: object) => (await activity(row)).refusals[0]
const recordOf = async (row: object) => (await activity(row)).rows[0]?.record

describe('one row of the Data API', () => {
  test('of a trade is a fill without a block, with its market, token and trader', async () => {
    const { rows } = await activity(trade)
    expect(rows).toEqual([
      {
        record: {
          kind: 'FILL',
          block: null,
          logIndex: null,
          tx: hash,
          time: 1771354561,
          exchange: null,
          owner: wallet,
          counterparty: null,
          role: null,
          side: 'BUY',
          token: '77',
          shares: 11_988_288,
          usd: 9_999_996,
          fee: 0,
          feeIn: 'USD',
          orderHash: null,
        },
        market: {
          kind: 'MARKET',
          condition: hash,
          tokens: [],
          outcomes: [],
          question: 'Up or down?',
          category: null,
          slug: 'up-or-down',
          tags: [],
          event: { id: 'ups', title: null, slug: 'ups' },
          negRisk: null,
        },
        trader: {
          kind: 'TRADER',
          address: wallet,
          username: 'ann',
          profileImage: null,
          xUsername: null,
          verified: null,
          bio: null,
        },
        token: { token: '77', condition: hash, outcome: 'Up', outcomeIndex: 0 },
        row: 1,
        type: 'TRADE',
        identity: `${hash} ${wallet} 77 BUY 11988288 0.83`,
        leftOut: [],
      },
    ])
  })

  test('has dollars of shares at the price where usdcSize is absent or 0', async () => {
    const { usdcSize: _, ...bare } = trade
    expect(await recordOf(bare)).toMatchObject({ usd: 9_950_279 })
    expect(await recordOf({ ...trade, usdcSize: 0 })).toMatchObject({ usd: 9_950_279 })
    expect(await recordOf({ ...trade, usdcSize: 0, size: 0.000001, price: 0.5 })).toMatchObject({ usd: 1 })
  })

  test('of every other type is its event, or is skipped', async () => {
    const other = (type: string, fields = {}) =>
      recordOf({ ...trade, ...none, type, size: 2.5, usdcSize: 2, ...fields })
    expect(await other('SPLIT')).toMatchObject({ kind: 'SPLIT', condition: hash, amount: 2_500_000 })
    expect(await other('MERGE')).toMatchObject({ kind: 'MERGE', amount: 2_500_000 })
    expect(await other('REDEEM')).toMatchObject({ kind: 'REDEEM', amounts: null, payout: 2_000_000 })
    expect(await other('REDEEM', { usdcSize: 0 })).toMatchObject({ kind: 'REDEEM', payout: 0 })
    for (const reason of ['REWARD', 'MAKER_REBATE', 'TAKER_REBATE', 'REFERRAL_REWARD', 'YIELD'])
      expect(await other(reason, { conditionId: '' })).toMatchObject({
        kind: 'INCOME',
        amount: 2_000_000,
        reason,
      })
    for (const type of ['CONVERSION', 'MIGRATION', 'DEPOSIT', 'WITHDRAWAL', 'TIP']) {
      const { rows, skipped, refusals } = await activity({ ...trade, ...none, type })
      expect([rows[0]?.record, skipped, refusals]).toEqual([null, { [type]: 1 }, []])
    }
  })

  test('has sentinels that count as absent', async () => {
    const { rows } = await activity({
      ...trade,
      ...none,
      type: 'REWARD',
      conditionId: '',
      title: '',
      name: '',
      pseudonym: '',
    })
    expect(rows[0]).toMatchObject({
      market: null,
      token: null,
      trader: null,
      identity: `${hash} ${wallet}  REWARD 11988288 `,
    })
    const unknown = await activity({ ...trade, outcomeIndex: 999 })
    expect(unknown.rows[0]?.token).toMatchObject({ outcomeIndex: null, outcome: 'Up' })
  })

  test('with a generated name uses the pseudonym', async () => {
    const username = async (name: string) => (await activity({ ...trade, name })).rows[0]?.trader?.username
    expect(await username(`0x${'AB'.repeat(20)}-1769484194271`)).toBe('Odd-Duck')
    expect(await username(wallet)).toBe('Odd-Duck')
    expect(await username('')).toBe('Odd-Duck')
    expect(await username('0xann')).toBe('0xann')
  })

  test('has hex in lower case, and only http pictures', async () => {
    const { rows } = await activity({
      ...trade,
      proxyWallet: wallet.toUpperCase().replace('0X', '0x'),
      conditionId: hash.toUpperCase(),
      profileImage: 'javascript:alert(1)',
    })
    expect(rows[0]).toMatchObject({
      record: { owner: wallet },
      token: { condition: hash },
      trader: { profileImage: null },
    })
  })

  test('has one identity, however its numbers are written', async () => {
    const written = [trade, { ...trade, size: '11.988288' }, { ...trade, size: 11.988288, price: '0.8300' }]
    const { rows } = await activity(...written, { ...trade, side: 'SELL' })
    expect(new Set(rows.slice(0, 3).map(({ identity }) => identity)).size).toBe(1)
    expect(rows[3]?.identity).not.toBe(rows[0]?.identity)
  })

  test.each([
    [
      { timestamp: 1771354561000 },
      '1: timestamp is 1771354561000: milliseconds? seconds expected, below 2^33',
    ],
    [
      { timestamp: '2026-02-30 10:00:00' },
      /timestamp is "2026-02-30 10:00:00": whole seconds since 1970 or "YYYY-MM-DD HH:MM:SS"/,
    ],
    [{ size: 0 }, '1: size is 0: at least one millionth of a share is needed'],
    [{ size: -1 }, '1: size is -1: a decimal number of at least 0 is needed'],
    [{ size: 1e10 }, /size is 10000000000: at most 9007199254740991 millionths/],
    [{ side: '' }, '1: side is "": BUY or SELL is needed'],
    [{ asset: '' }, '1: asset is "": the token that was traded is needed'],
    [{ asset: '7.3552E+76' }, /asset is "7.3552E\+76": a token id/],
    [{ asset: 7.3e76 }, /asset is 7.3e\+76/],
    [{ usdcSize: 0, price: 83 }, '1: price is 83: a price of at most 1 dollar a share is needed'],
    [{ usdcSize: 0, price: 0 }, /price is 0: a price, or the amount paid/],
    [{ proxyWallet: undefined }, /^1: proxyWallet is missing: an address/],
    [{ type: 'GIFT' }, /type is "GIFT": a type of the Data API/],
    [{ type: undefined }, /type is missing: .*read as trades/],
    [{ type: 'SPLIT', conditionId: '' }, '1: conditionId is "": the condition of the SPLIT is needed'],
  ])('%o is refused', async (fields, reason) => {
    expect(await refusalOf({ ...trade, ...fields })).toMatch(reason)
  })
})

describe('a file of the Data API', () => {
  const header = 'timestamp,title,name,size,price,side,asset,conditionId,proxyWallet,outcome'
  const csvRow = (time: string, title: string) => `${time},${title},ann,3.5,0.5,BUY,77,${hash},${wallet},Up`

  test('has the same rows as CSV, JSON lines and a JSON list', async () => {
    const csv = await trades(`\uFEFF${header}\r\n${csvRow('2026-02-17 18:56:01', '"Up, ""or""\ndown?"')}\r\n`)
    const seconds = await trades(`${header}\n${csvRow('1771354561', '"Up, ""or""\ndown?"')}`)
    const row = {
      timestamp: 1771354561,
      title: 'Up, "or"\ndown?',
      name: 'ann',
      size: 3.5,
      price: 0.5,
      side: 'BUY',
    }
    const json = JSON.stringify({
      ...row,
      asset: '77',
      conditionId: hash,
      proxyWallet: wallet,
      outcome: 'Up',
    })
    const list = await trades(` [${json}]`)
    expect(csv.refusals).toEqual([])
    expect(csv.rows).toHaveLength(1)
    expect(csv.rows).toEqual(list.rows)
    expect(seconds.rows).toEqual(list.rows)
    expect((await trades(`${json}\n${json}\n`)).rows).toEqual([list.rows[0], { ...list.rows[0], row: 2 }])
    expect(csv.rows[0]?.identity).toBe(`1771354561 ${wallet} 77 BUY 3500000 0.5`)
  })

  test('with a missing column is one sentence naming it and all needed ones', async () => {
    await expect(trades('time,size,price,side,asset,proxyWallet\n')).rejects.toThrow(
      /lacks the column conditionId: trades need timestamp or time, size, price, side, asset, proxyWallet, conditionId\.$/,
    )
    await expect(trades('no table at all')).rejects.toThrow(/lacks the column timestamp or time, size, price/)
    await expect(gather(readActivity(files.write(header)))).rejects.toThrow(
      /lacks the column type, usdcSize:/,
    )
  })

  test('keeps reading after a CSV row with too few columns', async () => {
    const { rows, refusals } = await trades(`${header}\n1771354561,Up\n${csvRow('1771354561', 'Up')}\n`)
    expect(rows.map(({ row }) => row)).toEqual([2])
    expect(refusals).toEqual([
      expect.stringMatching(/^1: the row has 2 columns: 10, as in the header, are needed/),
    ])
  })

  test('that ends within a row is one sentence', async () => {
    await expect(activity()).resolves.toMatchObject({ rows: [] })
    const text = JSON.stringify([trade, trade])
    await expect(trades(text.slice(0, -20))).rejects.toThrow(
      /ends in the middle of row 2: get the whole file\.$/,
    )
    await expect(trades(`${header}\n${csvRow('1', 'a')}\n1771354561,"Up`)).rejects.toThrow(
      /ends in the middle of row 2/,
    )
  })

  test('of activity is refused as trades', async () => {
    const { refusals } = await trades(JSON.stringify([{ ...trade, type: 'REDEEM' }]))
    expect(refusals).toEqual([
      '1: type is "REDEEM": TRADE (a file with other types is read as activity) is needed',
    ])
  })
})

describe.skipIf(noSharedData)(`the recorded files${skipNote}`, () => {
  const countsOf = (rows: ApiRow[]) => {
    const counts: Record<string, number> = {}
    for (const { type } of rows) counts[type] = (counts[type] ?? 0) + 1
    return counts
  }
  const recorded = (name: string) => gather(readActivity(sharedData(name)))

  test('have every row read, with the known counts', async () => {
    const updown = await recorded('activity/wallets-updown-15m.json')
    expect(countsOf(updown.rows)).toEqual({ TRADE: 298, REDEEM: 201, MAKER_REBATE: 1 })
    // The rebate's row names no condition; with its "" there are 216.
    expect(new Set(updown.rows.flatMap(({ market }) => market?.condition ?? [])).size).toBe(215)
    const others = await Promise.all(
      ['all-types', 'recorded', 'wallet-e1df'].map((name) => recorded(`activity/${name}.json`)),
    )
    expect(others.map(({ rows }) => countsOf(rows))).toEqual([
      { TRADE: 42, REWARD: 4, REDEEM: 2, MAKER_REBATE: 1, TAKER_REBATE: 1 },
      { TRADE: 10 },
      { TRADE: 76, REDEEM: 23 },
    ])
    expect([updown, ...others].flatMap(({ refusals }) => refusals)).toEqual([])
    const burst = await gather(readTrades(sharedData('trades/one-market-burst.json')))
    expect(burst.refusals).toEqual([])
    expect(new Set(burst.rows.map(({ record }) => record?.kind === 'FILL' && record.owner)).size).toBe(370)
  })

  test.each(['wallets-updown-15m', 'wallet-e1df'])(
    '%s closes its loop: what is redeemed was bought',
    async (name) => {
      const { rows } = await recorded(`activity/${name}.json`)
      const { checked, wrong } = closedLoops(rows)
      expect(wrong).toEqual([])
      expect(checked).toBeGreaterThan(name === 'wallet-e1df' ? 5 : 50)
    },
  )

  test('598 rows of the CSV repeat another one', async () => {
    const { rows, refusals, bytes } = await gather(readTrades(sharedData('trades/with-duplicates.csv')))
    expect(refusals).toEqual([])
    expect(rows).toHaveLength(2852)
    expect(rows.length - new Set(rows.map(({ identity }) => identity)).size).toBe(598)
    expect(new Set(rows.map(({ market }) => market?.condition)).size).toBe(18)
    expect(bytes).toBe(readFileSync(sharedData('trades/with-duplicates.csv')).length)
  })
})

/** Per market that paid: the net shares bought of one outcome are what was paid for, to the micro. */
function closedLoops(rows: ApiRow[]) {
  const net = new Map<string, Map<string, number>>()
  const paid = new Map<string, number>()
  for (const { record, token } of rows) {
    if (record?.kind === 'REDEEM')
      paid.set(record.condition, (paid.get(record.condition) ?? 0) + record.payout)
    if (record?.kind !== 'FILL' || token === null) continue
    const tokens = net.get(token.condition) ?? new Map<string, number>()
    const moved = record.side === 'BUY' ? record.shares : -record.shares
    net.set(token.condition, tokens.set(token.token, (tokens.get(token.token) ?? 0) + moved))
  }
  const both = [...paid].filter(([condition, payout]) => payout > 0 && net.has(condition))
  const wrong = both.filter(
    ([condition, payout]) => ![...(net.get(condition)?.values() ?? [])].includes(payout),
  )
  return { checked: both.length, wrong }
}
