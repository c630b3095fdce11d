import { once } from 'node:events'
import { appendFile, copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/migrations/open-store.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { readManifest } from '../../src/store/ledger/sealed/manifest.ts'
import { worldFile } from '../support/worlds.ts'
import { callPequod } from './support/call-pequod.ts'
import { runPequod, startPequod, temporaryFolder } from './support/run-pequod.ts'

describe('pequod export trades', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  /** A sealed file that every export of fills reads. */
  let sealed = ''
  let options: { cwd: string; env: Record<string, string> }
  beforeAll(async () => {
    folder = await temporaryFolder()
    const path = join(folder.path, 'store.db')
    await copyFile(await worldFile('boards'), path)
    const store = await openStore({ kind: 'sqlite', path })
    await sealLedger(store.db)
    sealed = join(store.db.duckdb.folder, (await readManifest(store.db, 'FILLS'))[0]?.files.tokens.name ?? '')
    await store.close()
    await mkdir(join(folder.path, 'tmp'))
    const env = { DATABASE_URL: `sqlite:${path}`, TMPDIR: join(folder.path, 'tmp') }
    options = { cwd: folder.path, env }
  })
  afterAll(() => folder.remove())

  /** The remaining temporary files of exports. */
  const left = async () => [
    ...(await readdir(join(folder.path, 'tmp'))).filter((name) => name.startsWith('pequod')),
    ...(await readdir(folder.path)).filter((name) => name.includes('.partial')),
  ]

  it('writes the same to a file and to standard output', async () => {
    const file = join(folder.path, 'trades.csv')
    expect(
      await callPequod(['export', 'trades', '--format', 'csv', '--out', file], options.env),
    ).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/trades\.csv: [\d,]+ rows\n$/),
    })
    const printed = await runPequod(['export', 'trades', '--format', 'csv'], options)
    expect(printed).toMatchObject({ status: 0, stderr: '' })
    expect(printed.stdout).toBe(await readFile(file, 'utf8'))
    expect(await left()).toEqual([])
  })

  it('succeeds when its reader has enough, fails with 1 when stopped, and leaves nothing', async () => {
    const enough = startPequod(['export', 'trades', '--format', 'ndjson'], options)
    await once(enough.stdout, 'readable')
    enough.stdout.destroy()
    expect((await once(enough, 'exit'))[0]).toBe(0)
    const stopped = startPequod(['export', 'trades', '--format', 'ndjson'], options)
    let said = ''
    stopped.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    await once(stopped.stdout, 'readable')
    stopped.kill('SIGINT')
    // A write to a full pipe holds the whole process until somebody reads.
    stopped.stdout.resume()
    const [status] = await once(stopped, 'exit')
    await expect.poll(() => said).toBe('Stopped before the end.\n')
    expect(status).toBe(1)
    expect(await left()).toEqual([])
  })

  it('names what cannot be exported or written', async () => {
    const ask = (...args: string[]) =>
      callPequod(['export', 'trades', '--format', 'csv', '--out', ...args], options.env)
    const file = join(folder.path, 'no.csv')
    const none = join(folder.path, 'nowhere', 'no.csv')
    expect(await ask(none)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${none} cannot be written: its folder does not exist.\n`,
    })
    expect(await ask(file, '--trader', '0x12')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^--trader "0x12" is not/),
    })
    expect(await ask(file, '--from', '2026-02-02', '--to', '2026-02-01')).toMatchObject({ status: 2 })
    expect(await ask(file, '--market', 'none')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no tokens of the market "none"/),
    })
    await appendFile(sealed, 'x')
    expect(await ask(file)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The sealed part of the ledger is damaged: fills-/),
    })
    expect(await readdir(folder.path)).not.toContain('no.csv')
    expect(await left()).toEqual([])
  })
})
