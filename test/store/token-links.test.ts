import fc from 'fast-check'
import { expect, test } from 'vitest'
import { structuredTokensOf, tokensOfCondition } from '../../src/chain/ids.ts'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import type { MarketInfo, SourceRecord } from '../../src/ledger/event.ts'
import type { ConditionId, TokenId } from '../../src/ledger/quantities.ts'
import type { Refusal } from '../../src/sources/field-checks.ts'
import { ingestGamma, ingestRecords } from '../../src/sources/files/ingest.ts'
import { ingestDataApi } from '../../src/sources/files/ingest-data-api.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { temporaryFiles } from '../sources/support/temporary-files.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, randomLedger, randomMarkets, WALLETS } from './support/random-ledger.ts'

const conditionOf = (n: number) => `0x${(100 + n).toString(16).padStart(64, '0')}` as ConditionId
const files = temporaryFiles()
const [PLAIN, OTHER] = [conditionOf(50), conditionOf(51)]
const market = (condition: ConditionId, tokens: readonly string[]) =>
  ({
    ...(MARKET_LINES[0] as MarketInfo),
    condition,
    tokens: tokens as TokenId[],
    outcomes: tokens.map((_, i) => `${i}`),
  }) satisfies MarketInfo

/** Tokens of the small world by the chain's derivation, in place of its short ones. */
const DERIVED = new Map<string, TokenId>(
  MARKET_LINES.flatMap(({ condition, tokens }) =>
    tokensOfCondition(condition, 'WCOL').map((token, i) => [tokens[i] ?? '', token] as const),
  ),
)
const onChain = <Line extends SourceRecord>(line: Line): Line => ({
  ...line,
  ...('token' in line && line.token !== null && { token: DERIVED.get(line.token) }),
  ...('tokens' in line && { tokens: line.tokens.map((token) => DERIVED.get(token)) }),
})
const anyMarket = fc.nat(MARKET_LINES.length - 1)
const wrongLine = fc
  .tuple(anyMarket, fc.array(fc.constantFrom(...DERIVED.values()), { minLength: 1, maxLength: 2 }))
  .map(
    ([n, tokens]): MarketInfo => ({
      ...(MARKET_LINES[n] as MarketInfo),
      tokens: [...new Set(tokens)],
      outcomes: [],
      negRisk: null,
    }),
  )

async function linksOf(db: Database) {
  const rows = await db.all<{ token: string; condition: string | null; outcome: number | null }>(
    'SELECT t.token, c.condition, t.outcome FROM tokens t LEFT JOIN conditions c ON c.id = t.condition_id',
  )
  return Object.fromEntries(
    rows.map(({ token, condition, outcome }) => [token, condition && `${condition} ${outcome}`]),
  )
}

async function refusalsOf(db: Database, lines: readonly MarketInfo[]): Promise<string[]> {
  const refusals: Refusal[] = []
  await ingestRecords(db, lines, { onRefusal: (refusal) => refusals.push(refusal) })
  return refusals.map(({ reason }) => reason)
}

describeEngines('links of tokens', (open, engine) => {
  test('are those that the ids derive from once the right lines arrive, despite wrong ones before or after', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        randomMarkets,
        fc.array(wrongLine, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(1_000)),
        async (ledger, markets, wrong, order) => {
          const right = markets.map(onChain)
          const events = ledger.map(onChain)
          const [clean, attacked] = [await open(), await open()]
          await ingestRecords(clean.db, [...right, ...events])
          const mixed: SourceRecord[] = [...right, ...events, ...wrong]
          const shuffled = mixed.map((line) => ({ line, at: order.next().value })).sort((a, b) => a.at - b.at)
          for (let from = 0; from < shuffled.length; from += 9)
            await ingestRecords(
              attacked.db,
              shuffled.slice(from, from + 9).map(({ line }) => line),
            )
          await ingestRecords(attacked.db, right)
          expect(await linksOf(attacked.db)).toEqual(await linksOf(clean.db))
          expect(await dumpLedger(attacked.db)).toEqual(await dumpLedger(clean.db))
          await Promise.all([clean.close(), attacked.close()])
        },
      ),
      { numRuns: engine === 'sqlite' ? 12 : 3 },
    )
  })

  test('refuse a market that names a token of another condition, naming both', async () => {
    const { db } = await open()
    const [yes, no] = tokensOfCondition(PLAIN, 'USDC.e')
    const [otherYes, otherNo] = tokensOfCondition(OTHER, 'USDC.e')
    expect(await refusalsOf(db, [market(PLAIN, [yes, no])])).toEqual([])
    // Linked elsewhere.
    expect(await refusalsOf(db, [market(OTHER, [yes, no])])).toEqual([
      `token ${yes} of condition ${OTHER} is linked to condition ${PLAIN}`,
    ])
    // The condition has tokens that derive from it.
    expect(await refusalsOf(db, [market(PLAIN, [yes, otherNo])])).toEqual([
      expect.stringContaining(`token ${otherNo} of condition ${PLAIN} does not derive from it, as token `),
    ])
    // Derives from a condition of the same file.
    const bare = conditionOf(52)
    expect(await refusalsOf(db, [market(bare, [otherYes, otherNo]), market(OTHER, [])])).toEqual([
      `token ${otherYes} of condition ${bare} derives from condition ${OTHER}`,
    ])
    // Derives from a condition that the store knows without tokens, also as a structured id.
    expect(await refusalsOf(db, [market(bare, [otherNo, '77'])])).toEqual([
      `token ${otherNo} of condition ${bare} derives from condition ${OTHER}`,
    ])
    const structured = `0x${'ab'.repeat(31)}00` as ConditionId
    await ingestRecords(db, [market(structured, [])])
    const [first = ''] = structuredTokensOf(structured)
    expect(await refusalsOf(db, [market(bare, [first, '77'])])).toEqual([
      `token ${first} of condition ${bare} derives from condition ${structured}`,
    ])
    // The other way round: the payouts would change sides.
    expect(await refusalsOf(db, [market(OTHER, [otherNo, otherYes])])).toEqual([
      `token ${otherNo} of condition ${OTHER} is its outcome 1, not 0`,
    ])
    expect(await linksOf(db)).toEqual({ [yes]: `${PLAIN} 0`, [no]: `${PLAIN} 1` })
  })

  test('of ids that derive from nothing stay with the first condition', async () => {
    const { db } = await open()
    expect(await refusalsOf(db, [market(PLAIN, ['5', '6'])])).toEqual([])
    expect(await refusalsOf(db, [market(OTHER, ['6', '7']), market(PLAIN, ['8', '6'])])).toEqual([
      `token 6 of condition ${OTHER} is linked to condition ${PLAIN}`,
      `token 8 of condition ${PLAIN} is not its outcome 0: token 5 is`,
    ])
    expect(await linksOf(db)).toEqual({ 5: `${PLAIN} 0`, 6: `${PLAIN} 1` })
    // Tokens that derive from the condition take the place of those that do not.
    const [yes, no] = tokensOfCondition(PLAIN, 'USDC.e')
    expect(await refusalsOf(db, [market(PLAIN, [yes, no])])).toEqual([])
    expect(await linksOf(db)).toEqual({ 5: null, 6: null, [yes]: `${PLAIN} 0`, [no]: `${PLAIN} 1` })
  })

  test('are refused by the file of Gamma and by rows of the Data API alike, and no profit follows them', async () => {
    const { db } = await open()
    const [yes, no] = tokensOfCondition(PLAIN, 'USDC.e')
    const [owner = ''] = WALLETS
    const row = (conditionId: string, asset: string, n: number) => ({
      proxyWallet: owner,
      timestamp: 1_770_000_000 + n,
      conditionId,
      asset,
      outcomeIndex: 0,
      outcome: 'Yes',
      type: 'TRADE',
      side: 'BUY',
      size: 100,
      price: 0.5,
      usdcSize: 50,
      transactionHash: `0x${`${n}`.repeat(64)}`,
    })
    await ingestRecords(db, [market(PLAIN, [yes, no]), market(OTHER, [])])
    await ingestDataApi(db, 'activity', files.write(JSON.stringify([row(PLAIN, yes, 1)])))
    const resolved = { kind: 'RESOLVE' as const, condition: OTHER, payouts: ['0', '1'] }
    const place = { block: 80_000_000, logIndex: 1, tx: null, time: 1_770_001_000 }
    await ingestRecords(db, [{ ...resolved, ...place }])
    const refusals: Refusal[] = []
    const onRefusal = (refusal: Refusal) => void refusals.push(refusal)
    const gamma = { conditionId: OTHER, outcomes: ['Yes', 'No'], clobTokenIds: [yes, no] }
    const file = files.write(JSON.stringify([gamma]))
    expect(await ingestGamma(db, file, { onRefusal })).toMatchObject({ markets: 0, refused: 1 })
    await ingestDataApi(db, 'activity', files.write(JSON.stringify([row(OTHER, yes, 1)])), { onRefusal })
    const reason = `token ${yes} of condition ${OTHER} is linked to condition ${PLAIN}`
    expect(refusals).toEqual([
      { line: 1, reason },
      { line: 1, reason },
    ])
    const { positions, days } = await dumpLedger(db)
    expect(positions).toHaveLength(1)
    expect({ days: days?.map((day) => (day as { realized: number }).realized) }).toEqual({ days: [0] })
  })

  test('that a store holds wrongly are named by verify with condition and token, and a right market mends them', async () => {
    const { db } = await open()
    const [yes, no] = tokensOfCondition(PLAIN, 'USDC.e')
    await ingestRecords(db, [market(PLAIN, [yes, no]), market(OTHER, [])])
    expect(await verifyAll(db)).toMatchObject({ holds: true })
    await db.run('UPDATE tokens SET condition_id = (SELECT id FROM conditions WHERE condition = ?)', [OTHER])
    await expect(verifyAll(db)).rejects.toThrow(
      `A token is linked to the wrong condition: token ${yes} of condition ${OTHER} derives from condition ${PLAIN}.`,
    )
    expect(await refusalsOf(db, [market(PLAIN, [yes, no])])).toEqual([])
    expect(await linksOf(db)).toEqual({ [yes]: `${PLAIN} 0`, [no]: `${PLAIN} 1` })
    expect(await verifyAll(db)).toMatchObject({ holds: true })
  })
})
