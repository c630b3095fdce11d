import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedWords } from '../../../../src/jobs/seal-when-due.ts'
import type { Store } from '../../../../src/migrations/open-store.ts'
import { refresh } from '../../../../src/numbers/publish/refresh.ts'
import { updateSmartMoney } from '../../../../src/smart-money/update-smart-money.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import { sealLedger } from '../../../../src/store/ledger/seal-ledger.ts'
import {
  filesOf,
  readManifest,
  readManifests,
  rowsByKind,
} from '../../../../src/store/ledger/sealed/manifest.ts'
import { keepRadar } from '../../../../src/whales/radar/keep-radar.ts'
import { callPequod } from '../../../cli/support/call-pequod.ts'
import { temporaryFolder } from '../../../cli/support/run-pequod.ts'
import { shownSnapshot } from '../../../numbers/support/shown-snapshot.ts'
import { recordsOf } from '../../../support/worlds.ts'
import { describeEngines, type FreshStore } from '../../support/engines.ts'

const WORLD = recordsOf('small')

/** Takes half of the world in, publishes, looks for alerts and signals; then the rest. */
async function live(store: Store, seal: () => Promise<void>): Promise<void> {
  const half = Math.ceil(WORLD.length / 2)
  for (const records of [WORLD.slice(0, half), WORLD.slice(half)]) {
    await ingestRecords(store.db, records)
    await seal()
    await refresh(store.db)
    await updateSmartMoney(store.db)
    await keepRadar(store.db, { minUsd: 500_000_000 })
    await seal()
  }
  const { time } = (await store.db.get<{ time: number }>('SELECT last_time AS time FROM ledger_state')) ?? {
    time: 0,
  }
  await refresh(store.db, { asOf: Math.floor(time / 86_400) - 6 })
}

/** Everything that the store says of the world. */
async function said(store: Store) {
  const snapshots = await store.db.all<{ id: number }>('SELECT id FROM snapshots ORDER BY id')
  const shown = await Promise.all(snapshots.map(({ id }) => shownSnapshot(store.db, id)))
  const tables = ['alerts', 'alert_grades', 'smart_signals', 'smart_stances'].map((table) =>
    store.db.all<Record<string, unknown>>(`SELECT * FROM ${table}`),
  )
  return { shown, tables: await Promise.all(tables) }
}

describeEngines('a world with a sealed past', (open, engine) => {
  test('has the boards, alerts, signals and days of one with an unsealed past, and verifies', async () => {
    const [sealed, plain] = [await open(), await open()]
    await live(plain, async () => undefined)
    await live(sealed, async () => {
      await sealLedger(sealed.db, { settledAfterDays: 1, partRows: 900 })
    })
    for (const kind of ['FILLS', 'MOVEMENTS'] as const)
      expect((await readManifest(sealed.db, kind)).length).toBeGreaterThan(1)
    expect(await said(sealed)).toEqual(await said(plain))
    if (engine === 'sqlite') await tryCommands(sealed)
  })
})

async function tryCommands({ address, db }: FreshStore): Promise<void> {
  if (address.kind !== 'sqlite') throw new Error('the commands run on SQLite')
  const folder = await temporaryFolder()
  try {
    const file = join(folder.path, 'copy.db')
    const env = { DATABASE_URL: `sqlite:${address.path}` }
    const segments = await readManifests(db)
    const files = filesOf(segments).map(({ name }) => name)
    const words = `${sealedWords(rowsByKind(segments))} in ${segments.length} segments`
    expect(words).toMatch(/^[\d,]+ fills, [\d,]+ movements, [\d,]+ days of positions in \d+ segments$/)
    expect(await callPequod(['backup', file], env)).toMatchObject({ status: 0 })
    expect((await readdir(`${file}-data`)).sort()).toEqual(files.sort())
    const copy = { DATABASE_URL: `sqlite:${file}` }
    const { stdout } = await callPequod(['verify'], copy)
    expect(stdout).toContain(`Sealed: ${words}`)
    expect(stdout).not.toContain('✗')
    const doctor = (await callPequod(['doctor'], copy)).stdout
    for (const part of sealedWords(rowsByKind(segments)).split(/, (?=\d)/))
      expect(doctor).toContain(`${part} up to `)
    expect(doctor).toContain(`; ${files.length} files, `)
  } finally {
    await folder.remove()
  }
}
