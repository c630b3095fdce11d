import { createSecretBox } from '../../../src/accounts/secret-box.ts'
import { defined } from '../../../src/checks.ts'
import { writeChannels } from '../../../src/delivery/channels.ts'
import { newChannel } from '../../../src/delivery/new-channel.ts'
import type { AnyKind } from '../../../src/follows/follow.ts'
import { EVENT } from '../../../src/follows/kinds/event.ts'
import { LEADERBOARD } from '../../../src/follows/kinds/leaderboard.ts'
import { MARKET } from '../../../src/follows/kinds/market.ts'
import { SCREEN } from '../../../src/follows/kinds/screen.ts'
import { TRADES } from '../../../src/follows/kinds/trades.ts'
import { WALLET } from '../../../src/follows/kinds/wallet.ts'
import { createScreens } from '../../../src/screens/screens.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { followAs } from '../../follows/support/followers.ts'
import type { Names } from './names.ts'

/** The id of the saved screen, which questions give. */
const SAVED = '0123456789abcdefghijkl'

/** Lets an account of each tier follow the traders, markets, boards and events whose news come next. */
export async function plantFollows(db: Database, { traders, markets, events }: Names): Promise<void> {
  const open = markets.filter(({ isOpen }) => isOpen).slice(0, 3)
  const followed: [AnyKind, string, Record<string, unknown>][] = [
    ...traders
      .slice(0, 2)
      .map((address): [AnyKind, string, Record<string, unknown>] => [WALLET, address, {}]),
    ...open.map(({ condition }): [AnyKind, string, Record<string, unknown>] => [
      MARKET,
      condition,
      { jump: 0.05, above: 0.5, holderShare: 0.1 },
    ]),
    [LEADERBOARD, 'pnl-7d', { top: 3 }],
    [LEADERBOARD, 'volume-all', { top: 3 }],
    [TRADES, 'all', { minUsd: 1_000 }],
    [SCREEN, SAVED, { top: 3 }],
    [EVENT, defined(events[0]).id, { jump: 0.05 }],
  ]
  for (const tier of ['FREE', 'PRO'] as const) {
    const id = defined((await db.all<{ id: number }>('SELECT id FROM accounts WHERE tier = ?', [tier]))[0]).id
    const channel = newChannel(id, { kind: 'WEBHOOK', target: `https://hooks.example.com/${tier}` }, 0)
    await db.transaction((tx) => writeChannels(tx, createSecretBox([]), [{ ...channel, state: 'ACTIVE' }]))
    for (const [kind, key, rules] of followed) await followAs(db, id, kind, key, { tier, rules })
    if (tier === 'PRO') await saveScreen(db, id)
  }
}

/** Saves a public screen. */
async function saveScreen(db: Database, accountId: number): Promise<void> {
  const order = [{ by: 'volume', direction: 'DESC' }]
  const question = JSON.stringify({ where: null, orderBy: order, period: 'ALL', category: null })
  const given = { name: 'Largest', isPublic: true, top: 50, question }
  const { id } = await createScreens(db).add(accountId, given)
  await db.run('UPDATE saved_screens SET id = ?, created_at = 1 WHERE id = ?', [SAVED, id])
}

/** Rows of the outbox that free accounts have received by a moment, as text. */
export async function freeMessages(db: Database, nowMs: number): Promise<string[]> {
  const rows = await db.all<Record<string, unknown>>(
    `SELECT o.alert_id, o.trader, o.time, o.payload, o.ready_ms FROM alert_outbox o JOIN alert_channels c ON c.id = o.channel_id
     JOIN accounts a ON a.id = c.account_id WHERE a.tier = 'FREE' AND o.ready_ms <= ? ORDER BY o.time, o.alert_id`,
    [nowMs],
  )
  return rows.map((row) => JSON.stringify(row))
}
