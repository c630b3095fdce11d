import { expect, it } from 'vitest'
import { createSessionStore, IDLE_SECONDS, LONGEST_SECONDS } from '../../src/accounts/sessions.ts'
import { describeEngines } from '../store/support/engines.ts'

const START = 1_772_000_000

describeEngines('sessions', (open) => {
  it('end after twelve hours without a request, and after thirty days with some', async () => {
    const { db } = await open()
    let now = START
    // A reader of its own each time: none remembers what another read.
    const sessions = () => createSessionStore(db, { clock: () => now * 1_000 })
    const busy = await sessions().begin({ subject: 'ishmael', tier: null }, null)
    for (; now < START + LONGEST_SECONDS; now += IDLE_SECONDS - 1)
      expect(await sessions().find(busy)).toEqual({ subject: 'ishmael', tier: null })
    now = START + LONGEST_SECONDS
    expect(await sessions().find(busy)).toBeNull()
    const idle = await sessions().begin({ subject: 'ahab', tier: 'PRO' }, null)
    now += 299
    expect(await sessions().find(idle)).toEqual({ subject: 'ahab', tier: 'PRO' })
    now += IDLE_SECONDS - 299
    expect(await sessions().find(idle)).toBeNull()
  })

  it('are known by nothing that the store holds, and deleted once they have ended', async () => {
    const { db } = await open()
    let now = START
    const sessions = createSessionStore(db, { clock: () => now * 1_000 })
    const old = await sessions.begin({ subject: 'ishmael', tier: null }, null)
    const replaced = await sessions.begin({ subject: 'queequeg', tier: null }, null)
    const rows = await db.all<{ hash: Uint8Array }>('SELECT * FROM sessions')
    expect(JSON.stringify(rows)).not.toContain(old)
    for (const { hash } of rows)
      expect(await sessions.find(Buffer.from(hash).toString('base64url'))).toBeNull()
    await sessions.begin({ subject: 'queequeg', tier: null }, replaced)
    expect(await sessions.find(replaced)).toBeNull()
    await sessions.end(old)
    expect(await sessions.find(old)).toBeNull()
    now += IDLE_SECONDS
    await sessions.begin({ subject: 'ahab', tier: null }, null)
    expect(await db.all('SELECT subject FROM sessions')).toEqual([{ subject: 'ahab' }])
  })

  it('take no text that is not a token', async () => {
    const { db } = await open()
    const sessions = createSessionStore(db)
    for (const text of ['', 'a', 'a'.repeat(44), `${'a'.repeat(42)}\0`, 'é'.repeat(43)])
      expect(await sessions.find(text)).toBeNull()
  })
})
