import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, open as openFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoWorld } from '../../seeds/world/world.ts'
import { dayText } from '../../src/ledger/quantities.ts'
import { printEventLine } from '../../src/sources/files/print-event-line.ts'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import type { FaultGroup, FaultOptions, Outcome } from './fault.ts'
import { type Asked, ask } from './traffic.ts'
import { whileAsked } from './while-asked.ts'
import { startWorld, type World } from './world.ts'

const run = promisify(execFile)
const ROOM = '96m'

/** A SQLite store whose disk is full, or whose files cannot be written: reads are right, and writes say what is wrong. */
export const DISK_FAULTS: FaultGroup = {
  names: ['disk-full', 'disk-read-only'],
  async open() {
    const folder = await temporaryFolder()
    const disk = join(folder.path, 'disk')
    await mkdir(disk)
    return {
      run: (name, options) =>
        name === 'disk-full' ? onSmallDisk(disk, options) : onReadOnlyFiles(folder.path, options),
      close: () => folder.remove(),
    }
  },
}

/** Needs a user with the right to mount. */
async function onSmallDisk(disk: string, options: FaultOptions): Promise<Outcome> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${ROOM}`, 'none', disk])
  const filler = join(disk, 'filler')
  try {
    return await whileUnwritable(join(disk, 'world.db'), options, {
      begin: () => fill(filler),
      end: () => rm(filler),
      sentence: /no room left/,
    })
  } finally {
    await run('umount', ['--lazy', disk])
  }
}

/** Needs a user with the right to make files immutable, and a file system that supports it. */
async function onReadOnlyFiles(folder: string, options: FaultOptions): Promise<Outcome> {
  const path = join(folder, 'fixed.db')
  const files = [path, `${path}-wal`]
  const free = async () => void (await run('chattr', ['-i', ...files]))
  try {
    return await whileUnwritable(path, options, {
      begin: async () => void (await run('chattr', ['+i', ...files])),
      end: free,
      sentence: /cannot be read or written|read-only|cannot be written/,
    })
  } finally {
    // They are gone where all went well.
    await free().catch(() => undefined)
  }
}

interface Unwritable {
  begin(): Promise<void>
  end(): Promise<void>
  /** A writing command's message meanwhile. */
  sentence: RegExp
}

async function whileUnwritable(path: string, options: FaultOptions, disk: Unwritable): Promise<Outcome> {
  const world = await startWorld({ kind: 'sqlite', path })
  const service = await world.serve({ DATABASE_URL: `sqlite:${path}` })
  const file = join(world.folder, 'later.jsonl')
  const lines = [...demoWorld({ seed: 7, traders: 150, days: 43, markets: 30 })].map(printEventLine)
  await writeFile(file, `${lines.join('\n')}\n`)
  const begin = async () => {
    await disk.begin()
    for (const asked of await write(world, service.url)) assertAway(asked)
    const env = { DATABASE_URL: `sqlite:${path}` }
    const ended = await runPequod(['ingest', 'events', file], { cwd: world.folder, env })
    assert.equal(ended.status, 1, ended.stdout)
    assert.match(ended.stderr, disk.sentence)
  }
  const end = async () => {
    await disk.end()
    for (const { status, body } of await write(world, service.url)) assert.equal(status, 200, body)
  }
  try {
    return await whileAsked(world, service.url, { begin, end }, options)
  } finally {
    await service.end('SIGKILL')
    await world.close()
  }
}

/** Asks for what is written: a new key, and a day that is not computed yet. */
async function write({ askers, store }: World, url: string): Promise<Asked[]> {
  const user = askers.find(({ name }) => name === 'ishmael')
  const row = await store.db.get<{ day: number }>('SELECT MIN(day) AS day FROM price_days')
  if (user === undefined || row === undefined) throw new Error('no data to write')
  const key = { query: 'mutation { createApiKey(input: { name: "notebook" }) { apiKey { name } } }' }
  const day = { path: `/v1/leaderboard/pnl-7d?asOf=${dayText(row.day + 5)}` }
  return [await ask(url, user, key), await ask(url, user, day)]
}

function assertAway({ status, retryAfter, body }: Asked): void {
  assert.equal(status, 503, body)
  assert.match(body, /SERVICE_UNAVAILABLE/)
  assert.match(retryAfter ?? '', /^\d+$/, body)
}

/** Fills a file until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await openFile(path, 'w')
  try {
    for (let size = 2 ** 20; size >= 1; ) {
      const isWritten = await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
      if (!isWritten) size = Math.floor(size / 2)
    }
  } finally {
    await file.close()
  }
}
