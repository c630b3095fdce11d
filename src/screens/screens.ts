import { randomBytes } from 'node:crypto'
import { lockAccount } from '../accounts/accounts.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { PequodError } from '../errors.ts'
import type { Seconds } from '../ledger/quantities.ts'
import { type Database, insert, type Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import type { RowOf } from '../store/engine/table.ts'
import { FORGET_CLOSES } from './screen-closes.ts'
import { SAVED_SCREENS } from './screen-tables.ts'

/** The screens that an account keeps at most. */
export const MOST_SCREENS = 50
/** Characters of a question as it is stored, at most. */
export const LONGEST_QUESTION = 16_000
/** The form of a screen's id: 128 random bits, but for those that begin with a dash. */
export const SCREEN_ID = /^[A-Za-z0-9_-]{22}$/

export interface SavedScreen {
  id: string
  name: string
  isPublic: boolean
  /** The number of members at most. */
  top: number
  /** The question as JSON in its one spelling. */
  question: string
  createdAt: Seconds
}

export interface OwnedScreen extends SavedScreen {
  accountId: number
}

export type GivenScreen = Omit<SavedScreen, 'id' | 'createdAt'>

/** The saved screens of accounts. To others a private screen is the same as none. */
export interface Screens {
  /** The account's screens, the oldest first. */
  list(accountId: number): Promise<SavedScreen[]>
  /** A screen that an account may read, its own or a public one; null if there is none. @param accountId null: no account */
  find(accountId: number | null, id: string): Promise<SavedScreen | null>
  /** Saves a new screen. @throws PequodError FORBIDDEN above {@link MOST_SCREENS} */
  add(accountId: number, given: GivenScreen): Promise<SavedScreen>
  /** Replaces a screen of the account; null if the account has no such one. */
  replace(accountId: number, id: string, given: GivenScreen): Promise<SavedScreen | null>
  /** Gives a screen of the account another name; null if the account has no such one. */
  rename(accountId: number, id: string, name: string): Promise<SavedScreen | null>
  /** Deletes a screen of the account; false if the account has no such one. */
  remove(accountId: number, id: string): Promise<boolean>
}

type Row = RowOf<typeof SAVED_SCREENS>

const SHOWN = ['id', 'name', 'is_public', 'top', 'question', 'created_at'] as const

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(SAVED_SCREENS)
    .select(...SHOWN)
    .where('account_id', accountId)
    .orderBy('created_at')
    .orderBy('id'),
)
const READABLE = statement((from, { accountId, id }: { accountId: number | null; id: string }) =>
  from(SAVED_SCREENS)
    .select(...SHOWN)
    .where('id', id)
    .where((rows) => rows.where('is_public', 1).orWhere('account_id', accountId ?? -1)),
)
const AMONG = statement((from, { ids }: { ids: readonly string[] }) =>
  from(SAVED_SCREENS)
    .select('account_id', ...SHOWN)
    .whereAnyOf('id', 'text', ids),
)
const REPLACE = statement(
  (from, given: Pick<Row, 'accountId' | 'id' | 'name' | 'isPublic' | 'top' | 'question'>) =>
    from(SAVED_SCREENS)
      .where('id', given.id)
      .where('account_id', given.accountId)
      .update({
        name: given.name,
        is_public: given.isPublic,
        top: given.top,
        question: given.question,
      })
      .returning(SHOWN),
)
const RENAME = statement((from, { accountId, id, name }: Pick<Row, 'accountId' | 'id' | 'name'>) =>
  from(SAVED_SCREENS).where('id', id).where('account_id', accountId).update({ name }).returning(SHOWN),
)
const REMOVE = statement((from, { accountId, id }: { accountId: number; id: string }) =>
  from(SAVED_SCREENS).where('id', id).where('account_id', accountId).delete(),
)

/** Returns the saved screens in the store. */
export function createScreens(db: Database, now: Clock = WALL_CLOCK): Screens {
  return {
    list: async (accountId) => (await OF_ACCOUNT.all(db, { accountId })).map(screenOf),
    find: (accountId, id) => findScreen(db, accountId, id),
    add: (accountId, given) =>
      db.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        if ((await OF_ACCOUNT.all(tx, { accountId })).length >= MOST_SCREENS)
          throw new PequodError(
            'FORBIDDEN',
            `You keep ${MOST_SCREENS} screens, the maximum: delete one first.`,
          )
        const id = newId()
        const row = { ...given, isPublic: Number(given.isPublic), id, accountId, createdAt: now() }
        await insert(tx, SAVED_SCREENS, [row])
        return screenOf(row)
      }),
    async replace(accountId, id, given) {
      const changed = { ...given, isPublic: Number(given.isPublic), accountId, id }
      const row = await db.transaction((tx) => REPLACE.get(tx, changed))
      return row === undefined ? null : screenOf(row)
    },
    async rename(accountId, id, name) {
      const row = await db.transaction((tx) => RENAME.get(tx, { accountId, id, name }))
      return row === undefined ? null : screenOf(row)
    },
    remove: (accountId, id) =>
      db.transaction(async (tx) => {
        const isGone = (await REMOVE.run(tx, { accountId, id })) > 0
        if (isGone) await FORGET_CLOSES.run(tx, { id })
        return isGone
      }),
  }
}

/** A new id; a dash at its start would be an option of the command line. */
export function newId(): string {
  const id = randomBytes(16).toString('base64url')
  return id.startsWith('-') ? newId() : id
}

/** A screen that an account may read, its own or a public one; null if there is none. @param accountId null: no account */
export async function findScreen(
  sql: Sql,
  accountId: number | null,
  id: string,
): Promise<SavedScreen | null> {
  const row = await READABLE.get(sql, { accountId, id })
  return row === undefined ? null : screenOf(row)
}

/** Some screens by their ids, private ones too. */
export async function screensAmong(sql: Sql, ids: readonly string[]): Promise<Map<string, OwnedScreen>> {
  const rows = await AMONG.all(sql, { ids })
  return new Map(rows.map((row) => [row.id, { ...screenOf(row), accountId: row.accountId }]))
}

/** The period and the category or tag of a screen's question, which it shares with others. */
export function tableOf({ question }: Pick<SavedScreen, 'question'>): string {
  const { period, category, tag } = JSON.parse(question)
  return JSON.stringify([period, category, tag])
}

/** The refusal of a screen that does not exist, or that the caller may not read: nobody can tell the two apart. */
export function unknownScreen(): PequodError {
  return new PequodError(
    'NOT_FOUND',
    'There is no such screen, or it is private: `viewer { screens { id } }` lists yours.',
  )
}

function screenOf({ id, name, isPublic, top, question, createdAt }: Omit<Row, 'accountId'>): SavedScreen {
  return { id, name, isPublic: isPublic === 1, top, question, createdAt }
}
