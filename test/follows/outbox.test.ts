import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { formMessages } from '../../src/delivery/form-messages.ts'
import { outboxMessages } from '../../src/delivery/outbox-messages.ts'
import { renderMessage } from '../../src/delivery/senders/render-message.ts'
import { createFollows } from '../../src/follows/follows.ts'
import { WALLET } from '../../src/follows/kinds/wallet.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, MICRO, type Seconds, type TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { follower } from './support/followers.ts'

const [LEADER, OTHER] = OWNERS as [Address, Address]
const NOW: Seconds = MONDAY + 7_200
const DELAY = { delayMinutes: 60 }

function buy(owner: Address, block: number, time: Seconds): LedgerEvent {
  const market = { exchange: null, counterparty: null, token: TOKENS[0] as TokenId, orderHash: null }
  const sums = { shares: 10 * MICRO, usd: 4 * MICRO, fee: 0, feeIn: 'USD' } as const
  const place = { block, logIndex: 0, tx: null, time }
  return { kind: 'FILL', role: 'MAKER', side: 'BUY', owner, ...place, ...market, ...sums }
}

/** Follows a trader with an account that has no channel. */
async function followAlone(db: Database, name: string, tier: 'FREE' | 'PRO', address: Address) {
  const { id } = await createAccountStore(db).createAccount(name, tier)
  const follows = createFollows(db, { now: () => NOW, ...DELAY })
  await follows.follow({ id, tier }, WALLET, { rules: WALLET.input.parse({}), key: address })
  return id
}

async function formAt(db: Database, time: Seconds) {
  while ((await formMessages(db, { now: Date.now() + 1_000 * (time - NOW) })) > 0);
}

describeEngines('the outbox of an account', (open) => {
  test('gets its notices where it has no channel, and only until it has one', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const alone = await followAlone(db, 'alone', 'PRO', LEADER)
    const { accountId: reached } = await follower(db, [LEADER])
    await ingestRecords(db, [buy(LEADER, 1, NOW + 1)])
    await watchLedger(db, { now: NOW + 1, ...DELAY })
    await formAt(db, NOW + 5)
    expect(await outboxMessages(db, alone)).toMatchObject([
      { channel: 'OUTBOX', message: { type: 'wallet.decision', data: { trader: { address: LEADER } } } },
    ])
    expect((await outboxMessages(db, reached)).map(({ channel }) => channel)).toEqual(['WEBHOOK'])
  })

  test('of a free account begins with what is not public yet, as that becomes public', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const minutes = [-70, -50, -20]
    await ingestRecords(
      db,
      minutes.map((minute, i) => buy(LEADER, i + 1, NOW + 60 * minute)),
    )
    const free = await followAlone(db, 'free', 'FREE', LEADER)
    const pro = await followAlone(db, 'pro', 'PRO', LEADER)
    await watchLedger(db, { now: NOW, ...DELAY })
    const times = async (id: number) => (await outboxMessages(db, id)).map(({ time }) => (time - NOW) / 60)
    await formAt(db, NOW + 5)
    expect(await times(free)).toEqual([])
    await formAt(db, NOW + 11 * 60)
    expect(await times(free)).toEqual([-50])
    await formAt(db, NOW + 41 * 60)
    expect(await times(free)).toEqual([-20, -50])
    expect(await times(pro)).toEqual([])
  })

  test('shows nothing of a trader who has opted out since', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const id = await followAlone(db, 'reader', 'PRO', LEADER)
    const follows = createFollows(db, { now: () => NOW })
    await follows.follow({ id, tier: 'PRO' }, WALLET, { rules: WALLET.input.parse({}), key: OTHER })
    await ingestRecords(db, [buy(LEADER, 1, NOW + 1), buy(OTHER, 2, NOW + 2)])
    await watchLedger(db, { now: NOW + 2, ...DELAY })
    await formAt(db, NOW + 5)
    expect(await outboxMessages(db, id)).toHaveLength(2)
    await addOptOut(db, LEADER)
    expect(await outboxMessages(db, id)).toMatchObject([
      { message: { data: { trader: { address: OTHER } } } },
    ])
  })

  test('gets what a trader does in a market within ten minutes as one message after the first', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const id = await followAlone(db, 'reader', 'PRO', LEADER)
    const subjects = async () =>
      (await outboxMessages(db, id)).map(({ message }) => renderMessage(message, null).subject)
    const tell = async (...events: LedgerEvent[]) => {
      await ingestRecords(db, events)
      await watchLedger(db, { now: events.at(-1)?.time ?? NOW, ...DELAY })
    }
    await tell(buy(LEADER, 1, NOW + 1))
    await formAt(db, NOW + 5)
    const first = '0x0000…0001 opened Yes for $4.00 at 40¢'
    expect(await subjects()).toEqual([first])
    // Each is a decision of its own: they are five minutes apart.
    await tell(buy(LEADER, 2, NOW + 302))
    await tell(buy(LEADER, 3, NOW + 603))
    await formAt(db, NOW + 15)
    expect(await subjects()).toEqual([first])
    await formAt(db, NOW + 700)
    expect(await subjects()).toEqual(['0x0000…0001: 2 buys of Yes, $8.00, 40¢', first])
    await tell(buy(LEADER, 4, NOW + 2_000))
    await formAt(db, NOW + 705)
    expect((await subjects())[0]).toBe('0x0000…0001 added to Yes for $4.00 at 40¢')
  })
})
