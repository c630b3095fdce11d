import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { issueKey, reissueKey } from '../../src/accounts/account-keys.ts'
import type { Account, AccountStore, ApiKeyRow } from '../../src/accounts/account-store.ts'
import { type AccountDirectory, createAccountStore } from '../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { PequodError } from '../../src/errors.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { AccountTable } from './support/account-table.ts'

const NAMES = ['ishmael', 'Ishmael', 'queequeg', 'Ahab ⚓', "' OR 1=1 --", '%', '?'] as const
const LABELS = ['a', 'b', 'c', 'd'] as const
const name = fc.constantFrom(...NAMES)
const label = fc.constantFrom(...LABELS)
const tier = fc.constantFrom('FREE' as const, 'PRO' as const)
const time = fc.integer({ min: 0, max: 1000 })

const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name, tier }),
  fc.record({ do: fc.constant('tier' as const), name, tier }),
  fc.record({ do: fc.constant('key' as const), name, label, expiresAt: fc.option(time) }),
  fc.record({ do: fc.constant('revoke' as const), name, label, time }),
  fc.record({ do: fc.constant('ensure' as const), name }),
  fc.record({
    do: fc.constant('rotate' as const),
    name,
    label,
    time,
    expiresAt: fc.option(time),
    mostValid: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('touch' as const), label, time }),
  fc.record({ do: fc.constant('read' as const), name, label }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const hashOf = (run: string, text: string) => createHash('sha256').update(run).update(text).digest()

/** One of two stores under the same steps: names carry the run, so that runs share tables but no rows. */
class Runner {
  readonly #keyIds = new Map<string, number>()
  readonly #labels = new Map<number, string>()
  readonly #store: AccountStore
  #rotations = 0
  readonly #run: string

  constructor(store: AccountStore, run: string) {
    this.#store = store
    this.#run = run
  }

  #shownAccount(account: Account | null) {
    return account && { name: account.name, tier: account.tier }
  }

  #shownKey({ id, accountId: _, ...row }: ApiKeyRow) {
    return { ...row, hash: row.hash.toString('hex'), label: this.#labels.get(id) }
  }

  async #account(name: string) {
    const account = await this.#store.accountByName(this.#run + name)
    return this.#store.accountById(account?.id ?? 1_000_000_000)
  }

  async #insert(name: string, text: string, expiresAt: number | null) {
    const owner = await this.#account(name)
    const key = text + name
    if (owner === null || this.#keyIds.has(key)) return 'none'
    const hash = hashOf(this.#run, key)
    const row = await this.#store.insertKey({
      accountId: owner.id,
      hash,
      name: text,
      prefix: 'pq',
      expiresAt,
    })
    this.#keyIds.set(key, row.id)
    this.#labels.set(row.id, key)
    return this.#shownKey(row)
  }

  /** The new key takes the old one's label, so that later steps go on with it. */
  async #rotate(accountId: number, keyId: number, label: string, taken: Step & { do: 'rotate' }) {
    const hash = hashOf(this.#run, `${label} ${this.#rotations}`)
    const times = { graceUntil: taken.time, expiresAt: taken.expiresAt }
    const { mostValid } = taken
    const rotated = await this.#store
      .rotateKey({ accountId, keyId, hash, prefix: 'pq', ...times }, { mostValid })
      .catch((error: unknown) => (error instanceof PequodError ? error.code : Promise.reject(error)))
    if (rotated === null || typeof rotated === 'string') return rotated
    this.#rotations++
    this.#keyIds.set(label, rotated.created.id)
    this.#labels.set(rotated.created.id, label)
    return { created: this.#shownKey(rotated.created), replaced: this.#shownKey(rotated.replaced) }
  }

  async take(taken: Step): Promise<unknown> {
    const store = this.#store
    const key = 'label' in taken ? taken.label + NAMES[0] : ''
    const keyId = this.#keyIds.get(key) ?? 1_000_000_000
    if (taken.do === 'touch') return store.touchKey(keyId, taken.time)
    const named = this.#run + taken.name
    if (taken.do === 'create')
      return store.createAccount(named, taken.tier).then(
        (made) => this.#shownAccount(made),
        () => 'taken',
      )
    if (taken.do === 'ensure') return this.#shownAccount(await store.ensureAccount(named))
    if (taken.do === 'tier') return this.#shownAccount(await store.setTier(named, taken.tier))
    if (taken.do === 'key') return this.#insert(taken.name, taken.label, taken.expiresAt)
    const owner = (await this.#account(taken.name))?.id ?? 1_000_000_000
    if (taken.do === 'revoke') return store.revokeKey(owner, keyId, taken.time)
    if (taken.do === 'rotate') return this.#rotate(owner, keyId, key, taken)
    const found = await store.keyByHash(hashOf(this.#run, key))
    return {
      account: this.#shownAccount(await this.#account(taken.name)),
      keys: (await store.listKeys(owner)).map((row) => this.#shownKey(row)),
      key: found && { ...this.#shownKey(found.key), owner: this.#shownAccount(found.account) },
    }
  }
}

describeEngines('accounts', (open) => {
  let store: FreshStore
  let accounts: AccountDirectory

  beforeAll(async () => {
    store = await open()
    accounts = createAccountStore(store.db, { clock: () => 0 })
  })

  it('equal a plain table in memory, step by step', async () => {
    const runs = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const run = randomBytes(6).toString('hex')
      const real = new Runner(accounts, run)
      const model = new Runner(new AccountTable(), run)
      for (const taken of steps) expect(await real.take(taken)).toEqual(await model.take(taken))
    })
    await fc.assert(runs, { numRuns: 40 })
  })

  it('are listed by name, byte by byte', async () => {
    for (const made of ['zeta', 'Zeta', 'zéta']) await accounts.createAccount(made, 'FREE')
    const listed = (await accounts.listAccounts()).map((account) => account.name)
    expect(listed).toEqual(listed.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect(listed).toContain('Zeta')
  })

  it('give a name that many claim together to one of them', async () => {
    const taking = Array.from({ length: 20 }, () => accounts.createAccount('wanted', 'PRO'))
    const settled = await Promise.allSettled(taking)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(accounts.createAccount('wanted', 'PRO')).rejects.toThrow(
      'An account named "wanted" already exists.',
    )
  })

  it('refuse names that are empty, too long or cannot be typed', async () => {
    for (const wrong of ['', 'x'.repeat(256), ' padded', 'new\nline', 'nul\0']) {
      await expect(accounts.createAccount(wrong, 'FREE')).rejects.toThrow(/^An account name has /)
      expect(await accounts.accountByName(wrong)).toBeNull()
    }
  })

  it('create one account for a user who comes many times simultaneously', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => accounts.ensureAccount('queequeg')))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]?.tier).toBe('FREE')
    await accounts.setTier('queequeg', 'PRO')
    expect((await accounts.ensureAccount('queequeg')).tier).toBe('PRO')
    for (const wrong of ['nul\0', '\ud800']) await expect(accounts.ensureAccount(wrong)).rejects.toThrow()
  })

  it('never have more valid keys than the bound, however many are created simultaneously', async () => {
    const { id: accountId } = await accounts.createAccount('stubb', 'FREE')
    const { id: strange } = await accounts.createAccount('flask', 'FREE')
    const making = Array.from({ length: 30 }, () =>
      issueKey(accounts, { accountId, name: 'one of many', expiresAt: null, mostValid: 5 }),
    )
    const settled = await Promise.allSettled(making)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const [first] = await accounts.listKeys(accountId)
    const which = { accountId, keyId: first?.id ?? 0, mostValid: 5 }
    await expect(reissueKey(accounts, { ...which, graceUntil: 60 })).rejects.toThrow('The limit is 5 valid')
    expect((await accounts.listKeys(accountId))[0]).toEqual(first)
    expect(await reissueKey(accounts, { ...which, accountId: strange, graceUntil: 60 })).toBeNull()
    expect((await reissueKey(accounts, { ...which, graceUntil: 0 }))?.replaced.expiresAt).toBe(0)
    expect(await reissueKey(accounts, { ...which, graceUntil: 0 })).toBeNull()
  })

  it('forget keys 90 days after their end, when any account creates one, and reuse no number', async () => {
    let now = 0
    const timed = createAccountStore((await open()).db, { clock: () => now * 1_000 })
    const [{ id: owner }, { id: other }] = [
      await timed.createAccount('tashtego', 'FREE'),
      await timed.createAccount('daggoo', 'FREE'),
    ]
    const make = async (accountId: number, expiresAt: number | null) =>
      (await issueKey(timed, { accountId, name: 'old', expiresAt })).row
    const kept = 90 * 86_400
    const rows = [await make(owner, null), await make(owner, 100), await make(owner, 101)]
    for (const revoked of [100, 101]) {
      const row = await make(owner, 5_000)
      await timed.revokeKey(owner, row.id, revoked)
      rows.push(row)
    }
    const newest = await make(owner, 100)
    const idsOf = async (account: number) => (await timed.listKeys(account)).map(({ id }) => id)
    now = kept + 100
    const first = await make(other, null)
    expect(await idsOf(owner)).toEqual([rows[0], rows[2], rows[4], newest].map((row) => row?.id))
    expect(await timed.keyByHash(rows[1]?.hash ?? Buffer.of())).toBeNull()
    now = 2 * kept
    expect(
      await timed.rotateKey({ ...first, keyId: first.id, hash: Buffer.alloc(32), graceUntil: now }),
    ).toMatchObject({
      created: { id: newest.id + 2 },
      replaced: { id: first.id, expiresAt: now },
    })
    expect([await idsOf(owner), await idsOf(other)]).toEqual([[rows[0]?.id], [first.id, first.id + 1]])
  })

  it('keep the 200 last-ended keys of an account', async () => {
    const own = await open()
    const timed = createAccountStore(own.db, { clock: () => 1_000_000 })
    const { id: accountId } = await timed.createAccount('fedallah', 'FREE')
    const text =
      'INSERT INTO api_keys (account_id, hash, name, prefix, created_at, revoked_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)'
    const ends = Array.from({ length: 230 }, (_, i) => (i * 97) % 230)
    await own.db.transaction(async (tx) => {
      for (const [i, end] of ends.entries()) {
        const ended = i % 2 === 0 ? [end, null] : [null, end]
        await tx.run(text, [accountId, randomBytes(32), String(end), 'pq', 0, ...ended])
      }
    })
    await issueKey(timed, { accountId, name: 'valid', expiresAt: null })
    const names = (await timed.listKeys(accountId)).map(({ name }) => name)
    expect(names).toEqual([...ends.filter((end) => end >= 30).map(String), 'valid'])
  })

  it('count characters, not code units', async () => {
    expect((await accounts.createAccount('🐋'.repeat(255), 'FREE')).name).toBe('🐋'.repeat(255))
  })

  it('refuse a key without an account, and a hash twice', async () => {
    const { hash, prefix } = createApiKeySecret()
    const key = { hash, prefix, name: 'first', expiresAt: null }
    await expect(accounts.insertKey({ ...key, accountId: 987_654 })).rejects.toThrow('987654')
    const { id } = await accounts.createAccount('pip', 'FREE')
    await accounts.insertKey({ ...key, accountId: id })
    await expect(accounts.insertKey({ ...key, accountId: id, name: 'second' })).rejects.toThrow()
    expect((await accounts.listKeys(id)).map((row) => row.name)).toEqual(['first'])
  })

  it('store no secret', async () => {
    const { key, hash, prefix } = createApiKeySecret()
    const { id } = await accounts.createAccount('starbuck', 'PRO')
    await accounts.insertKey({ accountId: id, hash, prefix, name: 'mate', expiresAt: null })
    const rows = await store.db.all<object>('SELECT * FROM api_keys')
    expect(rows.flatMap(Object.values).some((value) => String(value).includes(key.slice(16)))).toBe(false)
  })

  it('are kept when the store is opened again, and nothing is migrated twice', async () => {
    await accounts.createAccount('kept', 'PRO')
    const again = await openStore(store.address)
    try {
      expect(again.migrated).toEqual([])
      expect((await createAccountStore(again.db).accountByName('kept'))?.tier).toBe('PRO')
    } finally {
      await again.close()
    }
  })
})
