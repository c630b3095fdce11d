import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseApiKey } from '../../src/accounts/api-key.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { CONDITIONS, MARKETS } from '../whales/support/radar-world.ts'
import { callPequod } from './support/call-pequod.ts'
import { runPequod, temporaryFolder } from './support/run-pequod.ts'

describe('pequod accounts and keys', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeAll(async () => {
    folder = await temporaryFolder()
    await run('accounts', 'create', 'ishmael', '--tier', 'free')
  })
  afterAll(() => folder.remove())

  const run = (...args: string[]) => callPequod(args, { DATABASE_URL: `sqlite:${folder.path}/pequod.db` })
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

  it('create, promote and list accounts', async () => {
    expect(await json('accounts', 'create', 'ahab', '--tier', 'free')).toEqual({
      id: 2,
      name: 'ahab',
      tier: 'free',
    })
    expect(await json('accounts', 'set-tier', 'ahab', 'pro')).toMatchObject({ tier: 'pro' })
    expect((await run('accounts', 'list')).stdout).toBe('NAME     TIER\nahab     pro\nishmael  free\n')
  })

  it('list the channels of an account, and refuse the pace of none and of a wrong time', async () => {
    const of = ['--account', 'ishmael']
    expect((await run('watchlist', 'channels', ...of)).stderr).toContain('has no channels')
    const none = await run('watchlist', 'pace', 'ch_none', '--daily-limit', '5', ...of)
    expect([none.status, none.stderr]).toEqual([
      1,
      expect.stringContaining('ishmael has no channel "ch_none"'),
    ])
    for (const wrong of [
      ['--quiet-from', '25:00'],
      ['--quiet-from', '22:00'],
      ['--daily-limit', '0'],
    ])
      expect((await run('watchlist', 'pace', 'ch_none', ...wrong, ...of)).status).toBe(2)
  })

  it('follow wallets and leaderboards for an account, within its tier', async () => {
    const wallet = (n: number) => `0x${String(n).repeat(40)}`
    const of = ['--account', 'ishmael']
    expect((await run('watchlist', 'list', ...of)).stderr).toContain('has no follows')
    expect(
      await json('watchlist', 'add', wallet(1).replace('1', 'A'), '--min-usd', '250.5', ...of),
    ).toMatchObject({
      address: wallet(1).replace('1', 'a'),
      minUsd: 250.5,
      kinds: [],
    })
    for (const n of [2, 3, 4, 5]) expect((await run('watchlist', 'add', wallet(n), ...of)).status).toBe(0)
    const sixth = await run('watchlist', 'add', wallet(6), ...of)
    expect([sixth.status, sixth.stderr]).toEqual([1, expect.stringContaining('unfollow one first')])
    expect(await json('watchlist', 'remove', wallet(2), ...of)).toEqual({
      topic: `wallet:${wallet(2)}`,
      wasFollowed: true,
    })
    expect(await json('watchlist', 'add', 'pnl-7d', '--top', '25', ...of)).toMatchObject({
      leaderboardId: 'pnl-7d',
      top: 25,
    })
    expect((await run('watchlist', 'add', 'volume-all', ...of)).stdout).toBe(
      'ishmael follows volume-all (traders entering or leaving the top 10).\n',
    )
    const third = await run('watchlist', 'add', 'roi-all', ...of)
    expect([third.status, third.stderr]).toEqual([1, expect.stringContaining('follow 2 leaderboards')])
    expect(await json('watchlist', 'remove', 'volume-all', ...of)).toEqual({
      topic: 'leaderboard:volume-all',
      wasFollowed: true,
    })
    const lines = (await run('watchlist', 'list', ...of)).stdout.trim().split('\n')
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2)).toSorted()).toEqual([
      ...[3, 4, 5].map((n) => [wallet(n), 'trades']),
      [wallet(1).replace('1', 'a'), 'trades of $250.50 or more'],
      ['FOLLOWED', 'NOTIFIES ABOUT'],
      ['pnl-7d', 'traders entering or leaving the top 25'],
    ])
    const { wallets, markets, leaderboards } = await json('watchlist', 'list', ...of)
    expect([wallets.length, markets, leaderboards]).toMatchObject([
      4,
      [],
      [{ leaderboardId: 'pnl-7d', top: 25 }],
    ])
    for (const wrong of [['0x12'], ['pnl-8d'], ['pnl-7d', '--top', '101'], ['pnl-7d', '--min-usd', '5']])
      expect((await run('watchlist', 'add', ...wrong, ...of)).status).toBe(2)
    expect((await run('watchlist', 'list', '--account', 'nobody')).stderr).toContain('No account is named')
  })

  it('follow markets by condition or slug, by rules within their limits', async () => {
    const { db, close } = await openStore({ kind: 'sqlite', path: `${folder.path}/pequod.db` })
    await ingestRecords(db, MARKETS)
    await close()
    await run('accounts', 'create', 'pip', '--tier', 'free')
    const of = ['--account', 'pip']
    const add = (...args: string[]) => json('watchlist', 'add', ...args, ...of)
    const none = { above: null, below: null, jump: null, holderShare: null, stance: false }
    expect(await add('question-1')).toMatchObject({ condition: CONDITIONS.second, outcome: 0, ...none })
    const rules = ['--outcome', '1', '--above', '0.6', '--jump', '0.1', '--holder-share', '0.125']
    expect(await add(CONDITIONS.first, ...rules)).toMatchObject({
      condition: CONDITIONS.first,
      ...none,
      outcome: 1,
      above: 0.6,
      jump: 0.1,
      holderShare: 0.125,
    })
    const { stdout } = await run('watchlist', 'list', ...of)
    expect(stdout).toContain(
      'of outcome 1: a rise to 60¢, moves of 10¢ within a day, holders of 12.5%, resolution',
    )
    expect(await json('watchlist', 'remove', 'question-1', ...of)).toEqual({
      topic: `market:${CONDITIONS.second}`,
      wasFollowed: true,
    })
    const free = await run('watchlist', 'add', 'question-0', '--stance', ...of)
    expect([free.status, free.stderr]).toEqual([1, expect.stringContaining('stance needs Pro')])
    for (const wrong of [['question-9'], ['question-0', '--outcome', '2'], ['question-0', '--above', '0.01']])
      expect((await run('watchlist', 'add', ...wrong, ...of)).status).toBe(2)
    const other = await run('watchlist', 'add', 'question-0', '--top', '3', ...of)
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('--top is for leaderboards')])
  })

  it('print a new key once, as text and as JSON', async () => {
    const made = await json('keys', 'create', '--account', 'ishmael', '--name', 'laptop')
    expect(parseApiKey(made.key)).not.toBeNull()
    expect(made).toMatchObject({ account: 'ishmael', tier: 'free', name: 'laptop', expiresAt: null })
    const asText = await run(
      'keys',
      'create',
      '--account',
      'ishmael',
      '--name',
      'ci',
      '--expires',
      '2999-12-31',
    )
    expect(parseApiKey(asText.stdout.trim())).not.toBeNull()
    const { stdout } = await run('keys', 'list', '--account', 'ishmael', '--json')
    expect(stdout).not.toContain(made.key)
    expect(JSON.parse(stdout).keys).toMatchObject([
      { name: 'laptop', state: 'active' },
      { name: 'ci', state: 'active', expiresAt: '3000-01-01T00:00:00Z' },
    ])
  })

  it('rotate a key: a new one with its name, the old one for the grace time', async () => {
    const old = await json('keys', 'create', '--account', 'ishmael', '--name', 'server')
    const rotate = (hours: string) =>
      json('keys', 'rotate', String(old.id), '--account', 'ishmael', '--grace-hours', hours)
    const before = Date.now()
    const made = await rotate('2')
    expect(parseApiKey(made.key)).not.toBeNull()
    expect(made).toMatchObject({ name: 'server', state: 'active', expiresAt: null })
    expect(made.replaced).toMatchObject({ id: old.id, state: 'active' })
    const granted = Date.parse(made.replaced.expiresAt) - 7_200_000
    expect(granted).toBeGreaterThan(before - 1_000)
    expect(granted).toBeLessThan(Date.now() + 1_000)
    expect((await rotate('0')).replaced.state).toBe('expired')
    const again = await run('keys', 'rotate', String(old.id), '--account', 'ishmael')
    expect(again).toMatchObject({
      status: 1,
      stderr: `Account ishmael has no valid key ${old.id}.\n`,
    })
  })

  it('revoke a key, and refuse to revoke it again', async () => {
    const { id } = await json('keys', 'create', '--account', 'ishmael', '--name', 'leaked')
    const revoke = () => run('keys', 'revoke', String(id), '--account', 'ishmael')
    expect((await revoke()).stdout).toBe(`Key ${id} of account ishmael is revoked.\n`)
    expect(await revoke()).toMatchObject({
      status: 1,
      stderr: `Account ishmael has no unrevoked key ${id}.\n`,
    })
  })

  it('work when run as a program', async () => {
    const args = ['keys', 'create', '--account', 'ishmael', '--name', 'shell', '--json']
    const { status, stdout, stderr } = await runPequod(args, { cwd: folder.path })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(parseApiKey(JSON.parse(stdout).key)).not.toBeNull()
  })

  it.each([
    [['accounts', 'create', 'ishmael', '--tier', 'pro'], 'An account named "ishmael" already exists.'],
    [['accounts', 'create', 'pip'], "required option '--tier <tier>' not specified"],
    [['accounts', 'set-tier', 'nobody', 'pro'], /^No account is named "nobody": /],
    [['accounts', 'set-tier', 'ishmael', 'gold'], /Allowed choices are free, pro\.$/],
    [['keys', 'list', '--account', 'nobody'], /^No account is named "nobody": /],
    [['keys', 'revoke', 'pq_live_x', '--account', 'ishmael'], /^"pq_live_x" is not a key's number: /],
    [['keys', 'rotate', 'x', '--account', 'ishmael'], /^"x" is not a key's number: /],
    [
      ['keys', 'rotate', '1', '--account', 'ishmael', '--grace-hours', '721'],
      '--grace-hours "721" is not a whole number from 0 to 720.',
    ],
    [['keys', 'create', '--account', 'ishmael', '--name', ' '], /^A key's name has 1 to 100 characters/],
    [
      ['keys', 'create', '--account', 'ishmael', '--name', 'x', '--expires', '2026-02-31'],
      '--expires "2026-02-31" is not a day such as 2026-02-17.',
    ],
    [
      ['keys', 'create', '--account', 'ishmael', '--name', 'x', '--expires', '2020-01-01'],
      / is in the past: /,
    ],
  ])('say in one sentence why not: %j', async (args, sentence) => {
    const { status, stdout, stderr } = await run(...args)
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
      // An account that is there or not is found when the command has begun.
      status: /^(No|An) account /.test(stderr) ? 1 : 2,
      stdout: '',
      lines: 1,
    })
    expect(stderr.trimEnd()).toMatch(sentence)
  })
})
