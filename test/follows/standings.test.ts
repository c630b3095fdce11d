import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountTier } from '../../src/accounts/account-store.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { formMessages } from '../../src/delivery/form-messages.ts'
import { type Message, summaryMessage } from '../../src/delivery/message.ts'
import type { DeliverableAlert, TraderRecord } from '../../src/delivery/notices.ts'
import { outboxMessages } from '../../src/delivery/outbox-messages.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { discordBody, slackBody } from '../../src/delivery/senders/send-chat-webhook.ts'
import type { StandingReads } from '../../src/delivery/standings.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { WALLET } from '../../src/follows/kinds/wallet.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { type Address, MICRO, type Seconds, type TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { enqueueAlerts } from '../../src/whales/radar/enqueue-alerts.ts'
import { alertOf } from '../delivery/support/deliverable-alerts.ts'
import { subscribe } from '../delivery/support/delivery-world.ts'
import { describeEngines } from '../store/support/engines.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'

const [LEADER, OTHER] = OWNERS as [Address, Address]
const [YES, NO] = TOKENS as [TokenId, TokenId]
const NOW: Seconds = MONDAY + 90_000
const DELAY = 3_600
const RECORD: TraderRecord = {
  profit: -44_950,
  wins: 11,
  losses: 7,
  winRate: 11 / 18,
  verdict: 'CANNOT_TELL',
}

interface Terms {
  time: Seconds
  token: TokenId
  owner?: Address
  cents: number
  shares?: number
}

function buyOf({ time, token, owner = OTHER, cents, shares = 10 }: Terms, block: number): Fill {
  const market = { exchange: null, counterparty: null, token, orderHash: null, tx: null }
  const sums = { shares: shares * MICRO, usd: (shares * cents * MICRO) / 100, fee: 0, feeIn: 'USD' } as const
  return { kind: 'FILL', role: 'MAKER', side: 'BUY', owner, block, logIndex: 0, time, ...market, ...sums }
}

/** The slow mark: the newest fill of either outcome that counts, turned to the first. */
function slowPrice(fills: readonly Terms[], time: Seconds): number | undefined {
  const last = fills.filter((fill) => fill.time <= time && (fill.shares ?? 10) >= 1).at(-1)
  return last && (last.token === YES ? last.cents : 100 - last.cents) / 100
}

/** An account of each tier that follows the leader, and gets what happens to its outbox. */
async function followers(db: Database, clock: () => Seconds) {
  const follows = createFollows(db, { now: clock, delayMinutes: DELAY / 60 })
  const ids = { PRO: 0, FREE: 0 }
  for (const tier of ['PRO', 'FREE'] as const) {
    const { id } = await createAccountStore(db).createAccount(tier, tier)
    await follows.follow({ id, tier }, WALLET, { rules: WALLET.input.parse({}), key: LEADER })
    ids[tier] = id
  }
  return ids
}

/** A message's texts as a mail, in Discord and in Slack. */
function looksOf(message: Message): string[] {
  const site = 'https://pequod.example'
  const discord = JSON.stringify(discordBody(message, site)).replaceAll(/\\\\/g, '')
  return [renderMessage(message, site).text, discord, JSON.stringify(slackBody(message, site))]
}

const around = fc
  .array(
    fc.record({
      time: fc.integer({ min: NOW - 90_000, max: NOW + 4_000 }),
      token: fc.constantFrom(YES, NO),
      cents: fc.integer({ min: 1, max: 99 }),
      shares: fc.constantFrom(0.5, 10),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.toSorted((a, b) => a.time - b.time))

describeEngines('a notice', (open) => {
  test('has the price at the moment it is made, for a free account the one of the delay ago', async () => {
    await fc.assert(
      fc.asyncProperty(around, async (others) => {
        const { db } = await open()
        let now = NOW
        const standings: StandingReads = { clock: () => now, delay: DELAY, records: async () => new Map() }
        await ingestRecords(db, MARKETS)
        const ids = await followers(db, () => now)
        const deed: Terms = { time: NOW + 1, token: YES, owner: LEADER, cents: 40 }
        const fills = [deed, ...others].toSorted((a, b) => a.time - b.time)
        await ingestRecords(db, fills.map(buyOf))
        const priceOf = async (id: number) =>
          (await outboxMessages(db, id)).map(({ message }) =>
            message.type === 'wallet.decision' ? message.data.priceNow : null,
          )
        for (const [after, tier] of [[5, 'PRO'] as const, [DELAY + 60, 'FREE'] as const]) {
          now = NOW + after
          await watchLedger(db, { now: NOW + 1, nowMs: 0, delayMinutes: DELAY / 60 })
          while ((await formMessages(db, { now: 1_000 * after + 600, standings })) > 0);
          const at = tier === 'PRO' ? now : now - DELAY
          expect(await priceOf(ids[tier])).toEqual([slowPrice(fills, at)])
        }
      }),
      { numRuns: 12 },
    )
  })

  test("says the price, the trader's record and how to stop it in every look, and leaves out what is unknown", async () => {
    const { db } = await open()
    const asked: unknown[] = []
    const standings: StandingReads = {
      clock: () => NOW + 10,
      delay: DELAY,
      records: async (tier, traders) => {
        asked.push([tier, traders])
        return new Map([[LEADER, RECORD]])
      },
    }
    await ingestRecords(db, MARKETS)
    const { PRO } = await followers(db, () => NOW)
    const deeds = [
      { time: NOW + 1, token: YES, owner: LEADER, cents: 40 },
      { time: NOW + 2, token: '999' as TokenId, owner: LEADER, cents: 30 },
      { time: NOW + 3, token: NO, cents: 45 },
    ]
    await ingestRecords(db, deeds.map(buyOf))
    await watchLedger(db, { now: NOW + 3, nowMs: 0, delayMinutes: DELAY / 60 })
    while ((await formMessages(db, { now: 1_000, standings })) > 0);
    expect(asked[0]).toEqual(['PRO', [LEADER]])
    const messages = (await outboxMessages(db, PRO)).map(({ message }) => message)
    const known = messages.find(({ data }) => 'condition' in data && data.condition === CONDITIONS.first)
    const unknown = messages.find((one) => one !== known)
    for (const message of [known, unknown]) {
      if (message === undefined) throw new Error('both are told')
      for (const look of looksOf(message)) {
        expect(look).toContain("−$44,950 over all time, won 11 of 18 decided bets, can't be told from luck")
        expect(look).toContain('Change or stop')
        expect(look.includes('Price now')).toBe(message === known)
        expect(look.includes('55¢')).toBe(message === known)
      }
    }
  })

  test('of a whale alert has the same, by the tier that its account has when it is made', async () => {
    await fc.assert(
      fc.asyncProperty(around, fc.boolean(), async (others, isDemoted) => {
        const { db } = await open()
        const now = NOW + 10
        const asked: unknown[] = []
        const records = async (tier: AccountTier, traders: readonly Address[]) => {
          asked.push([tier, traders])
          return new Map([[LEADER, RECORD]])
        }
        await ingestRecords(db, MARKETS)
        await ingestRecords(db, others.map(buyOf))
        const channels = [{ kind: 'WEBHOOK', target: 'https://receiver.example/alerts' }]
        const { accountId } = await subscribe(db, { channels })
        await db.run("UPDATE alert_channels SET state = 'ACTIVE'")
        const alerts = [CONDITIONS.first, null].map((condition, i) =>
          alertOf(`alert-${i}`, 1, {
            condition,
            time: NOW,
            trader: { address: LEADER, name: null },
            outcome: 'Yes',
          }),
        )
        await db.transaction((tx) => enqueueAlerts(tx, alerts, { now: NOW * 1_000, gatherMs: 0 }))
        const tier = isDemoted ? 'FREE' : 'PRO'
        const [{ name = '' } = {}] = await createAccountStore(db).listAccounts()
        await createAccountStore(db).setTier(name, tier)
        const standings: StandingReads = { clock: () => now, delay: DELAY, records }
        while ((await formMessages(db, { now: now * 1_000, standings })) > 0);
        expect(asked[0]).toEqual([tier, [LEADER]])
        const sent = (await outboxMessages(db, accountId)).map(({ message }) => message)
        const messages = sent.filter(({ type }) => type === 'whale.alert')
        const shown = messages.flatMap((one) => (one.type === 'whale.alert' ? [one.data] : []))
        const expected = slowPrice(others, tier === 'PRO' ? now : now - DELAY)
        expect(shown.map(({ id, record }) => [id, record]).toSorted()).toEqual([
          ['alert-0', RECORD],
          ['alert-1', RECORD],
        ])
        expect(shown.find(({ id }) => id === 'alert-0')?.priceNow).toBe(expected)
        expect(shown.find(({ id }) => id === 'alert-1')?.priceNow).toBeUndefined()
        for (const message of messages)
          for (const look of looksOf(message))
            expect(look).toContain(
              "−$44,950 over all time, won 11 of 18 decided bets, can't be told from luck",
            )
      }),
      { numRuns: 12 },
    )
  })

  test('of several whale alerts says the record once, and the price of each', () => {
    const alerts = [55, 56].map((cents, i) => alertOf(`a-${i}`, 1, { priceNow: cents / 100, record: RECORD }))
    const message = summaryMessage(alerts as [DeliverableAlert, DeliverableAlert])
    for (const look of looksOf(message)) {
      expect(look.split('over all time')).toHaveLength(2)
      for (const price of ['(now 55¢)', '(now 56¢)']) expect(look).toContain(price)
    }
  })
})
