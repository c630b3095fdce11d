import { LAST_DAY } from '../../../seeds/world/calendar.ts'
import { seed } from '../../../seeds/world/demo.ts'
import type { WorldOptions } from '../../../seeds/world/world-options.ts'
import { ALERT_MESSAGES } from '../../../src/delivery/delivery-tables.ts'
import { ACCOUNT_EXPORTS } from '../../../src/exports/export-tables.ts'
import { createFollows } from '../../../src/follows/follows.ts'
import { givenTopic } from '../../../src/follows/kinds.ts'
import { addExamples } from '../../../src/jobs/run-lab.ts'
import { readEntries } from '../../../src/lab/forward/record.ts'
import { claimRun, finishRun } from '../../../src/lab/runs/run-claims.ts'
import { createLabRuns } from '../../../src/lab/runs/runs.ts'
import { tryRule } from '../../../src/lab/runs/try-rule.ts'
import { DAY_SECONDS, MICRO } from '../../../src/ledger/quantities.ts'
import { GENESIS, recordHash } from '../../../src/ledger/record-hash.ts'
import type { Store } from '../../../src/migrations/open-store.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { logKeyOf } from '../../../src/proofs/checkpoint.ts'
import { lastClosedDay, sealDay } from '../../../src/roots/day-log.ts'
import { LOG_KEY } from '../../../src/roots/root-tables.ts'
import { SAVED_SCREENS } from '../../../src/screens/screen-tables.ts'
import { updateSmartMoney } from '../../../src/smart-money/update-smart-money.ts'
import { insert } from '../../../src/store/engine/database.ts'
import { alertConfigInput } from '../../../src/whales/config/alert-config.ts'
import { createAlertConfigs } from '../../../src/whales/config/alert-configs.ts'
import { keepRadar } from '../../../src/whales/radar/keep-radar.ts'
import { plantMembers } from '../../../test/whales/support/plant-members.ts'
import { EXAMPLES } from '../tables/notification-tables.ts'

/** Large enough that every path has something to show, small enough to be there in seconds. */
const SIZE = { traders: 150, days: 30, markets: 20 }
/** Large for so small a world. */
const MIN_USD = 100 * MICRO
/** When everything in it was computed: the morning after its last day. */
const COMPUTED = (LAST_DAY + 1) * DAY_SECONDS + 300
/** A past day with published answers; for any other day the first request may have to be retried. */
export const EXAMPLE_DAY = LAST_DAY - 1

/**
 * Plants the world of the examples: the same to the byte each time, where elsewhere the store's key of ids is drawn and
 * the clock is the wall's.
 */
export async function plantExamples({ db }: Store, world: WorldOptions = SIZE): Promise<void> {
  await seed({ db }, { world })
  await db.run('UPDATE alerts_state SET id_key = ?', [Buffer.alloc(16, 1)])
  await refresh(db)
  await db.run('UPDATE snapshots SET generated_at = ?', [COMPUTED])
  await publishAsOf(db, EXAMPLE_DAY)
  await plantMembers(db)
  await updateSmartMoney(db)
  await keepRadar(db, { minUsd: MIN_USD })
  await writeAlertConfig({ db })
  await followSomebody({ db })
  await keepMessages({ db })
  await keepExport({ db })
  await tryExample({ db })
  await saveScreen({ db })
  await sealLastDay({ db })
}

/** Enters the last day that is over in the log of days, signed by a key that anybody can make. */
export async function sealLastDay({ db }: Pick<Store, 'db'>): Promise<void> {
  await insert(db, LOG_KEY, [{ id: 1, ...logKeyOf('pequod.example', new Uint8Array(32).fill(1)) }])
  const records = async () => ({ chains: [], alerts: [], rules: [] })
  const sealing = { origin: 'pequod.example', key: null, now: COMPUTED, delayMinutes: 0, records }
  await sealDay(db, await lastClosedDay(db, 0), sealing)
}

/** Wallets, markets and leaderboards that the Pro account follows. */
async function followSomebody({ db }: Pick<Store, 'db'>): Promise<void> {
  const account = await db.get<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
  const follows = createFollows(db, { now: () => COMPUTED })
  const markets = await db.all<{ condition: string }>('SELECT condition FROM conditions ORDER BY id LIMIT 2')
  for (const [topic, rules] of [
    [`wallet:0x${'5b'.repeat(20)}`, { minUsd: 1_000, kinds: ['OPENED', 'CLOSED'] }],
    [`wallet:0x${'c7'.repeat(20)}`, {}],
    ...markets.map(({ condition }) => [`market:${condition}`, { above: 0.6, below: 0.4 }] as const),
    ['leaderboard:pnl-7d', {}],
    ['leaderboard:consistent-all', { top: 25 }],
  ] as const) {
    const { kind, text } = givenTopic(topic)
    const given = {
      rules: kind.input.parse(rules),
      key: await follows.find(kind, text, { accountId: null, at: null }),
    }
    await follows.follow({ id: account?.id ?? 0, tier: 'PRO' }, kind, given)
  }
}

/** Writes the Pro account's notification config, with a confirmed channel. */
async function writeAlertConfig({ db }: Pick<Store, 'db'>): Promise<void> {
  const account = await db.get<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
  const channels = [{ kind: 'EMAIL', target: 'ahab@example.com' }]
  const input = alertConfigInput().parse({
    minUsd: 25_000,
    side: 'BUY',
    categories: ['politics'],
    channels,
  })
  await createAlertConfigs(db).writeConfig(account?.id ?? 0, input)
  const shown = ['ch_0123456789abcdef01234567', 'ACTIVE', COMPUTED]
  await db.run('UPDATE alert_channels SET id = ?, state = ?, confirmed_at = ?', shown)
  await db.run('UPDATE alert_configs SET updated_at = ?', [COMPUTED])
}

/** Writes two messages to the Pro account's channel, as if they had been sent. */
async function keepMessages({ db }: Pick<Store, 'db'>): Promise<void> {
  const channel = await db.get<{ id: string; account: number }>(
    "SELECT id, account_id AS account FROM alert_channels WHERE kind = 'EMAIL'",
  )
  const { id: channelId = '', account: accountId = 0 } = channel ?? {}
  const sent = { accountId, channelId, kind: 'NOTICE', state: 'SENT', attempts: 1 } as const
  const rows = EXAMPLES.slice(0, 2).map(([, message], i) => ({
    ...sent,
    id: `msg_${String(i).repeat(32)}`,
    body: JSON.stringify(message),
    createdMs: 1_000 * (COMPUTED + i),
    dueMs: 1_000 * COMPUTED,
  }))
  await insert(db, ALERT_MESSAGES, rows)
}

/** Writes an export of the Pro account that is done; its file is not there. */
async function keepExport({ db }: Pick<Store, 'db'>): Promise<void> {
  const account = await db.get<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
  const market = await db.get<{ condition: string }>('SELECT condition FROM conditions ORDER BY id LIMIT 1')
  const kept = {
    id: '0123456789abcdefghijkl',
    accountId: account?.id ?? 0,
    question: JSON.stringify({ table: 'trades', market: market?.condition }),
    format: 'csv',
    state: 'DONE',
    createdAt: COMPUTED,
    // Far away, since the clock is the wall's.
    expiresAt: Date.UTC(2100, 0) / 1_000,
    cutoffTime: COMPUTED - 300,
    cutoffBlock: 97_286_378,
    rowCount: 1_204,
    byteCount: 361_200,
    sha256: '5e'.repeat(32),
    problem: null,
    attempts: 1,
    holder: '',
    until: 0,
  } as const
  await db.transaction((tx) => insert(tx, ACCOUNT_EXPORTS, [kept]))
}

/** Tries one example of the laboratory, and registers its rule. */
async function tryExample({ db }: Pick<Store, 'db'>): Promise<void> {
  const clock = () => COMPUTED
  await addExamples(db, 0, clock)
  await db.run('DELETE FROM lab_runs WHERE title <> ?', ['Top 20 by profit, weekly'])
  const claim = await claimRun(db, COMPUTED)
  if (claim === null) throw new Error('there is no example to try')
  await finishRun(db, claim, await tryRule(db, claim, () => undefined))
  const far = Date.UTC(2100, 0) / 1_000
  const id = '0123456789abcdefghijkl'
  await db.run('UPDATE lab_runs SET id = ?, expires_at = ?', [id, far])
  const account = await db.get<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
  const { rules, find } = createLabRuns(db, clock)
  const trial = await find(null, id)
  if (trial === null || account === undefined) throw new Error('there is no trial to register')
  await rules.register(account.id, trial.rule, trial.title)
  for (const change of ['lab_rules SET id', 'lab_entries SET rule_id'])
    await db.run(`UPDATE ${change} = ?`, [id])
  // The same nonce in every print.
  const [entry] = await readEntries(db, id)
  const nonce = id
  const hash = entry && recordHash(GENESIS, [entry.kind, entry.seq, entry.contents, nonce])
  await db.run('UPDATE lab_entries SET nonce = ?, hash = ?', [nonce, hash ?? null])
}

/** Saves a public screen of the Pro account. */
async function saveScreen({ db }: Pick<Store, 'db'>): Promise<void> {
  const account = await db.get<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
  const saved = {
    id: '0123456789abcdefghijkl',
    accountId: account?.id ?? 0,
    name: 'Careful winners',
    isPublic: 1,
    top: 20,
    question: JSON.stringify({
      where: { tradeCount: { min: 5 } },
      orderBy: [{ by: 'roi', direction: 'DESC' }],
      period: 'ALL',
      category: null,
    }),
    createdAt: COMPUTED,
  } as const
  await db.transaction((tx) => insert(tx, SAVED_SCREENS, [saved]))
}
