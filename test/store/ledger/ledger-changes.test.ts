import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf, type Hash, MICRO } from '../../../src/ledger/quantities.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import {
  beginCursor,
  createChangedPositions,
  ledgerVersion,
  moveCursor,
} from '../../../src/store/ledger/ledger-changes.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../../whales/support/radar-world.ts'
import { describeEngines } from '../support/engines.ts'

const place = (block: number, time: number) => {
  return { block, logIndex: 0, tx: `0x${String(block).padStart(64, '0')}` as Hash, time }
}

function fill(block: number, time: number, owner: number, token: number): LedgerEvent {
  return {
    kind: 'FILL',
    ...place(block, time),
    exchange: null,
    owner: OWNERS[owner] ?? '0x',
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: TOKENS[token] ?? '',
    shares: MICRO,
    usd: MICRO / 2,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  } as LedgerEvent
}

interface Row {
  version: number
  token: string | number
  trader: string | number
  since: number
}

/** The log with names in the place of numbers. */
function changesIn(db: Database): Promise<Row[]> {
  return db.all<Row>(
    'SELECT c.version, COALESCE(k.token, CAST(c.token_id AS TEXT)) AS token, ' +
      'COALESCE(t.address, CAST(c.trader_id AS TEXT)) AS trader, c.since FROM ledger_changes c ' +
      'LEFT JOIN tokens k ON k.id = c.token_id LEFT JOIN traders t ON t.id = c.trader_id ' +
      'WHERE c.version > 0 ORDER BY c.version, c.token_id, c.trader_id',
  )
}

test('the writer imports no reader of the log: neither alerts nor follows', () => {
  const files = readdirSync('src/store/ingest').map((name) =>
    readFileSync(`src/store/ingest/${name}`, 'utf8'),
  )
  const imports = files.flatMap((text) => [...text.matchAll(/ from '([^']+)'/g)].map(([, path]) => path))
  expect(imports.filter((path) => /\/(alerts|follows|whales)\//.test(path ?? ''))).toEqual([])
})

describeEngines('the log of changes', (open) => {
  test('names each position that events change, with the time of the earliest, also where they are taken back', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const first = await ledgerVersion(db)
    const events = [fill(1, MONDAY + 9, 0, 0), fill(2, MONDAY + 10, 0, 0), fill(3, MONDAY + 11, 1, 0)]
    const resolve = {
      kind: 'RESOLVE',
      ...place(4, MONDAY + 12),
      condition: CONDITIONS.second,
      payouts: ['1', '0'],
    }
    await ingestRecords(db, [...events, resolve as LedgerEvent])
    const day = { token: '0', trader: '0', since: dayOf(MONDAY) * DAY_SECONDS }
    const of = (token: number, owner: number | null, since: number) => {
      return { token: TOKENS[token], trader: owner === null ? '0' : OWNERS[owner], since: MONDAY + since }
    }
    const changed = (await changesIn(db)).filter(({ version }) => version > first)
    const rows = [day, of(0, 0, 9), of(0, 1, 11), of(2, null, 12), of(3, null, 12)]
    expect(changed).toEqual(rows.map((row) => ({ version: first + 1, ...row })))
    await createLedgerWriter(db).undo(2, async () => {})
    const undone = (await changesIn(db)).filter(({ version }) => version > first + 1)
    const gone = [day, of(0, 0, 10), of(0, 1, 11), of(2, null, 12), of(3, null, 12)]
    expect(undone).toEqual(gone.map((row) => ({ version: first + 2, ...row })))
  })

  test('is kept until its slowest reader has read it, also with a reader that has not begun', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const versions = async () => [...new Set((await changesIn(db)).map(({ version }) => version))]
    const move = (reader: 'publisher' | 'alerts' | 'follows', version: number) =>
      db.transaction((tx) => moveCursor(tx, reader, version))
    for (let block = 1; block <= 3; block++) await ingestRecords(db, [fill(block, MONDAY + block, 0, 0)])
    const all = await versions()
    const [second = 0, third = 0, last = 0] = all.slice(-3)
    await move('publisher', last)
    expect(await versions()).toEqual(all)
    await move('alerts', second)
    expect(await versions()).toEqual([third, last])
    await db.transaction((tx) => beginCursor(tx, 'follows'))
    await ingestRecords(db, [fill(4, MONDAY + 4, 0, 0)])
    await move('alerts', last + 1)
    await move('publisher', last + 1)
    expect(await versions()).toEqual([last + 1])
    // Never back.
    await move('publisher', 1)
    await move('follows', last + 1)
    expect(await versions()).toEqual([])
  })

  test('says in one row that a version changed more positions than it names', async () => {
    const { db } = await open()
    const changes = createChangedPositions()
    for (let token = 1; token <= 60; token++)
      for (let trader = 1; trader <= 100; trader++) changes.add(token, trader, 10_000 - trader)
    await db.transaction((tx) => changes.write(tx, 7))
    expect(await changesIn(db)).toEqual([{ version: 7, token: '-1', trader: '0', since: 9_900 }])
  })
})
