import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/migrations/open-store.ts'
import { newPlace, type Place } from '../../store/support/engines.ts'
import { callPequod } from '../support/call-pequod.ts'

describe('the commands of proofs', () => {
  let place: Place
  let folder: string
  let trader: string
  const run = (...args: string[]) =>
    callPequod(args, { DATABASE_URL: place.address.kind === 'sqlite' ? `sqlite:${place.address.path}` : '' })
  beforeAll(async () => {
    place = await newPlace('sqlite', 'small')
    folder = await mkdtemp(join(tmpdir(), 'pequod-proofs-'))
    const store = await openStore(place.address)
    const row = await store.db.get<{ address: string }>(
      'SELECT t.address FROM traders t JOIN fills f ON f.owner_id = t.id ORDER BY f.key LIMIT 1',
    )
    trader = row?.address ?? ''
    await store.close()
  })
  afterAll(async () => {
    await place.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test('enter a day, prove a trader and check the file, also as JSON', async () => {
    const file = join(folder, 'proof.json')
    expect((await run('record', 'seal')).stdout).toMatch(
      /^Entered \d{4}-\d\d-\d\d as number 0\.\npequod\n1\n/,
    )
    expect((await run('record', 'seal')).stdout).toMatch(/^Every day of the log is as it was\./)
    expect(await run('prove', trader, '--full', '--out', file)).toMatchObject({ status: 0 })
    expect((await run('verify-proof', file)).stdout).toMatch(
      /^The proof holds\.\n[\s\S]* in the file fold to exactly this state\n/,
    )
    const { key, ...checked } = JSON.parse((await run('verify-proof', file, '--json')).stdout)
    expect(checked).toMatchObject({ holds: true, trader, days: 1, origin: 'pequod' })
    expect(await run('verify-proof', file, '--key', key)).toMatchObject({ status: 0 })
    expect((await run('verify-proof', file, '--key', `${key}x`)).stderr).toContain('another key signed')
  })

  test('refuse a changed file, a missing one and a trader without events', async () => {
    const file = join(folder, 'other.json')
    await run('prove', trader, '--out', file)
    await writeFile(file, (await readFile(file, 'utf8')).replace('DAY', 'DAZ'))
    const refused = await run('verify-proof', file)
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain('The proof does not hold')
    expect((await run('verify-proof', join(folder, 'none'))).stderr).toContain('cannot be read (ENOENT)')
    expect((await run('prove', `0x${'9'.repeat(40)}`)).stderr).toContain('has no event up to')
  })

  test('write the signed head for a stamp', async () => {
    const file = join(folder, 'checkpoint.txt')
    expect((await run('record', 'stamp', file)).stdout).toContain('ots stamp')
    expect(await readFile(file, 'utf8')).toMatch(/^pequod\n1\n[\w+/=]{44}\n\n\u2014 pequod [\w+/=]+\n$/)
  })
})
