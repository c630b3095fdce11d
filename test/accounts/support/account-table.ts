import type {
  Account,
  AccountStore,
  AccountTier,
  ApiKeyRow,
  KeyBound,
  KeyRotation,
  NewApiKey,
  RotatedKey,
} from '../../../src/accounts/account-store.ts'
import { CommandError, PequodError } from '../../../src/errors.ts'

/** An account store in memory that counts its reads and can be made to fail; rows are copied in and out. */
export class AccountTable implements AccountStore {
  readonly #accounts: Account[] = []
  readonly #keys: ApiKeyRow[] = []
  /** The time that keys are made and looked at, in seconds. */
  now = 0
  reads = 0
  touches = 0
  away = false
  touchable = true

  #read() {
    this.reads++
    if (this.away) throw new Error('the store is away')
  }

  async createAccount(name: string, tier: AccountTier): Promise<Account> {
    if (this.#accounts.some((account) => account.name === name))
      throw new CommandError(`There is a ${name} already.`)
    const account = { id: this.#accounts.length + 1, name, tier }
    this.#accounts.push(account)
    return { ...account }
  }

  async setTier(name: string, tier: AccountTier): Promise<Account | null> {
    const account = this.#accounts.find((one) => one.name === name)
    return account === undefined ? null : { ...Object.assign(account, { tier }) }
  }

  async accountByName(name: string): Promise<Account | null> {
    this.#read()
    const account = this.#accounts.find((one) => one.name === name)
    return account === undefined ? null : { ...account }
  }

  async accountById(id: number): Promise<Account | null> {
    const account = this.#accounts.find((one) => one.id === id)
    return account === undefined ? null : { ...account }
  }

  async ensureAccount(name: string): Promise<Account> {
    return (await this.accountByName(name)) ?? this.createAccount(name, 'FREE')
  }

  #validKeys(accountId: number): ApiKeyRow[] {
    return this.#keys.filter(
      (key) =>
        key.accountId === accountId && key.revokedAt === null && (key.expiresAt ?? Infinity) > this.now,
    )
  }

  async insertKey(key: NewApiKey, { mostValid = Infinity }: KeyBound = {}): Promise<ApiKeyRow> {
    const isLink = typeof key.path === 'string'
    const same = this.#validKeys(key.accountId).filter(({ path }) => (path !== null) === isLink)
    if (same.length >= mostValid) throw new PequodError('FORBIDDEN', 'Too many keys.')
    const made = { createdAt: this.now, revokedAt: null, lastUsedAt: null }
    const row = { path: null, ...key, id: this.#keys.length + 1, ...made }
    this.#keys.push(row)
    return { ...row }
  }

  async rotateKey(rotation: KeyRotation, bound: KeyBound = {}): Promise<RotatedKey | null> {
    const { accountId, keyId, graceUntil, hash, prefix } = rotation
    const old = this.#validKeys(accountId).find(({ id, path }) => id === keyId && path === null)
    if (old === undefined) return null
    const { name, expiresAt } = old
    old.expiresAt = expiresAt === null ? graceUntil : Math.min(graceUntil, expiresAt)
    try {
      const key = { accountId, hash, prefix, name, expiresAt: rotation.expiresAt ?? expiresAt }
      return { created: await this.insertKey(key, bound), replaced: { ...old } }
    } catch (error) {
      old.expiresAt = expiresAt
      throw error
    }
  }

  async keyByHash(hash: Buffer): Promise<{ key: ApiKeyRow; account: Account } | null> {
    this.#read()
    const key = this.#keys.find((one) => one.hash.equals(hash))
    const account = this.#accounts.find((one) => one.id === key?.accountId)
    return key === undefined || account === undefined ? null : { key: { ...key }, account: { ...account } }
  }

  async listKeys(accountId: number): Promise<ApiKeyRow[]> {
    return this.#keys.filter((key) => key.accountId === accountId).map((key) => ({ ...key }))
  }

  async revokeKey(accountId: number, keyId: number, at: number): Promise<boolean> {
    const key = this.#keys.find((one) => one.id === keyId && one.accountId === accountId)
    if (key === undefined || key.revokedAt !== null) return false
    key.revokedAt = at
    return true
  }

  async touchKey(keyId: number, lastUsedAt: number): Promise<void> {
    this.touches++
    if (!this.touchable) throw new Error('the store is away')
    const key = this.#keys.find((one) => one.id === keyId)
    if (key !== undefined) key.lastUsedAt = Math.max(lastUsedAt, key.lastUsedAt ?? lastUsedAt)
  }
}
