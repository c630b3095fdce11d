import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { welcome } from '../../src/cli/serve/serve-store.ts'
import { CONFIG_VARIABLES } from '../../src/config/config-variables.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { recordsOf } from '../support/worlds.ts'
import { beginPequod, callPequod, rememberingScreen } from './support/call-pequod.ts'
import { temporaryFolder } from './support/run-pequod.ts'

describe('pequod serve', () => {
  it('exits with 2 where the environment cannot be used, and names the variable', async () => {
    const names = ['PORT', 'WHALE_DELAY_MINUTES', 'DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY']
    for (const name of names) {
      expect(CONFIG_VARIABLES.map((variable) => variable.name)).toContain(name)
      const { status, stderr } = await callPequod(['serve'], { [name]: 'abc', LOG_LEVEL: 'silent' })
      expect([name, status]).toEqual([name, 2])
      expect(stderr).toContain(name)
    }
  })

  it('names the page to open first', () => {
    const { screen, said } = rememberingScreen()
    welcome(screen, 'http://127.0.0.1:4000', { keys: null, delayMinutes: 60 })
    expect(said.stdout.split('\n').find((line) => line.includes('http://127.0.0.1:4000/'))).toMatch(
      /^ +Open +http:\/\/127\.0\.0\.1:4000\/$/,
    )
  })

  it('prints the delay without Pro, and warns where the store keeps snapshots for a shorter time', async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const path = join(folder.path, 'kept.db')
    const store = await openStore({ kind: 'sqlite', path })
    await ingestRecords(store.db, recordsOf('small'))
    await refresh(store.db, { delayMinutes: 60 })
    await store.close()
    const warning =
      'Snapshots are kept for 60 minutes, less than the delay of 90 here, so callers without Pro may see an older one, or the close of an earlier day. ' +
      'Set the same WHALE_DELAY_MINUTES for the process that publishes (`follow` or `refresh`).'
    for (const [minutes, warned] of [
      ['90', true],
      ['60', false],
      ['0', false],
    ] as const) {
      const ending = new AbortController()
      const env = { DATABASE_URL: `sqlite:${path}`, WHALE_DELAY_MINUTES: minutes, LOG_LEVEL: 'silent' }
      const { said, ended } = beginPequod(['serve', '--no-delivery'], env, { ending: ending.signal })
      await expect.poll(() => said.stdout).toContain('Ctrl-C ends it.')
      ending.abort()
      expect((await ended).status).toBe(0)
      expect([minutes, said.stderr.includes(warning)]).toEqual([minutes, warned])
      expect(said.stdout).toMatch(
        minutes === '0'
          ? /^ {2}Without Pro {2}everything is live/m
          : new RegExp(
              `^ {2}Without Pro {2}events are shown after ${minutes} minutes; WHALE_DELAY_MINUTES=0 `,
              'm',
            ),
      )
    }
  })
})
