import { createAccountStore } from '../../accounts/accounts.ts'
import { outboxOf } from '../../delivery/channels.ts'
import { CommandError, PequodError } from '../../errors.ts'
import type { AnyKind, Follow } from '../../follows/follow.ts'
import { workingChannels } from '../../follows/followers.ts'
import { createFollows, topicOf } from '../../follows/follows.ts'
import { FOLLOW_KINDS, givenTopic, kindNamed } from '../../follows/kinds.ts'
import { shownQuietHours, shownRule } from '../../follows/rule-fields.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { minute } from '../read/format-cell.ts'
import { textTable } from '../screen/text-table.ts'
import { withStore } from '../with-store.ts'
import { unknownAccount } from './accounts.ts'
import { isoTime } from './keys.ts'

export interface WatchlistOptions extends PrintOptions {
  account: string
}

/** The account's rules by name, each of one kind. */
export type AddOptions = WatchlistOptions & Readonly<Record<string, unknown>>

/** `pequod watchlist list`: an account's follows. Throws a CommandError for an unknown account. */
export async function listWatchlist(context: CommandContext, options: WatchlistOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, options.account)
    const follows = await createFollows(db).list(id)
    const of = ({ name }: AnyKind) => follows.filter(({ kind }) => kind === name)
    if (options.json)
      return context.screen.printJson(
        Object.fromEntries(FOLLOW_KINDS.map((kind) => [kind.plural, of(kind).map(shown)])),
      )
    if (follows.length === 0) return context.screen.note('This account has no follows.')
    const rows = FOLLOW_KINDS.flatMap((kind) => of(kind).map(rowOf))
    for (const line of textTable(['FOLLOWED', 'NOTIFIES ABOUT', 'QUIET HOURS', 'SINCE (UTC)'], rows))
      context.screen.print(line)
  })
}

/**
 * `pequod watchlist add`: throws a CommandError for an unknown account, or for a follow or a rule beyond its tier, and
 * a UsageError for an unknown topic or a rule of another kind.
 */
export async function addToWatchlist(
  context: CommandContext,
  text: string,
  { account, json = false, ...rules }: AddOptions,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const who = await accountNamed(db, account)
    const { kind, key } = await followed(db, text, who.id)
    checkRules(kind, text, rules)
    const follows = createFollows(db)
    const given = kind.input.parse(rules)
    await follows.find(kind, key, { accountId: who.id, at: null }, given.rules).catch(asUsageError)
    const follow = await follows.follow(who, kind, { ...given, key })
    if (json) return context.screen.printJson(shown(follow))
    context.screen.print(`${account} follows ${key} (${kind.words(follow.rules)}).`)
    const [channel] = await workingChannels(db, [who.id])
    if (channel?.channelId === outboxOf(who.id))
      context.screen.note(`${account} has no active channel yet: notifications go to its outbox.`)
  })
}

/** `pequod watchlist remove`: throws as {@link addToWatchlist} does. */
export async function removeFromWatchlist(
  context: CommandContext,
  text: string,
  { account, json = false }: WatchlistOptions,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, account)
    const { kind, key } = await followed(db, text, id)
    const { wasFollowed } = await createFollows(db).unfollow(id, kind, key, null)
    if (json) return context.screen.printJson({ topic: topicOf(kind, key), wasFollowed })
    context.screen.print(
      wasFollowed ? `${account} no longer follows ${text}.` : `${account} did not follow ${text}.`,
    )
  })
}

/** Resolves a text: a topic, or without its kind the first kind that knows it. */
async function followed(
  db: Database,
  text: string,
  accountId: number,
): Promise<{ kind: AnyKind; key: string }> {
  const known = FOLLOW_KINDS.some(({ name }) => text.startsWith(`${name}:`)) ? [givenTopic(text)] : []
  const tried = known.length > 0 ? known : FOLLOW_KINDS.map((kind) => ({ kind, text }))
  for (const one of tried)
    try {
      return { kind: one.kind, key: await one.kind.find(db, one.text, { accountId, at: null }) }
    } catch (error) {
      if (!(error instanceof PequodError)) throw error
    }
  throw new UsageError(
    `${JSON.stringify(text)} is neither an address (0x and 40 hex digits) nor a leaderboard such as pnl-7d, nor the condition or slug of a market of this store, nor the id or slug of an event.`,
  )
}

function checkRules({ name, fields }: AnyKind, text: string, rules: object): void {
  const wrong = Object.keys(rules).find((rule) => !(rule in fields))
  if (wrong === undefined) return
  const option = wrong.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const of = FOLLOW_KINDS.find((kind) => wrong in kind.fields)
  throw new UsageError(`--${option} is for ${of?.plural}, and ${text} is a ${name}.`)
}

function asUsageError(error: unknown): never {
  throw error instanceof PequodError ? new UsageError(error.message) : error
}

async function accountNamed(db: Database, name: string) {
  const account = await createAccountStore(db).accountByName(name)
  if (account === null) throw new CommandError(unknownAccount(name))
  return account
}

function rowOf({ kind, key, rules, quietHours, followedAt }: Follow): string[] {
  const { quietFrom, quietTo, timeZone } = shownQuietHours(quietHours)
  const quiet = quietFrom === null ? '' : `${quietFrom}–${quietTo} ${timeZone}`
  return [key, kindNamed(kind).words(rules), quiet, minute(isoTime(followedAt))]
}

/** A follow as the API shows it. */
function shown({ kind, key, rules, quietHours, followedAt }: Follow) {
  const { fields, shown: as } = kindNamed(kind)
  const given = rules as Readonly<Record<string, unknown>>
  return {
    topic: topicOf({ name: kind }, key),
    [as.name]: key,
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, shownRule(field, given[name])]),
    ),
    ...shownQuietHours(quietHours),
    followedAt: isoTime(followedAt),
  }
}
