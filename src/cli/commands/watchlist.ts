import { createAccountStore } from '../../accounts/accounts.ts'
import { createSecretBox } from '../../accounts/secret-box.ts'
import type { FollowParameters } from '../../client/entry.ts'
import { loadConfig } from '../../config/config.ts'
import type { AlertChannel } from '../../delivery/channel.ts'
import { PACE_INPUT, type ShownPace, shownPace } from '../../delivery/channel-pace.ts'
import { outboxOf } from '../../delivery/channels.ts'
import { createChannels } from '../../delivery/own-channels.ts'
import { CommandError, PequodError } from '../../errors.ts'
import type { AnyKind, Follow } from '../../follows/follow.ts'
import { workingChannels } from '../../follows/followers.ts'
import { createFollows, topicOf } from '../../follows/follows.ts'
import { FOLLOW_KINDS, givenTopic, kindNamed } from '../../follows/kinds.ts'
import { shownRule } from '../../follows/rule-fields.ts'
import { countText } from '../../formats.ts'
import type { Database } from '../../store/engine/database.ts'
import type { CommandContext } from '../command-context.ts'
import { UsageError } from '../exit-status.ts'
import type { PrintOptions } from '../options.ts'
import { unknownAccount } from '../refusals.ts'
import { minute, printTable } from '../screen/text-table.ts'
import { withStore } from '../with-store.ts'
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
    printTable(context.screen, ['FOLLOWED', 'NOTIFIES ABOUT', 'SINCE (UTC)'], rows)
  })
}

/**
 * `pequod watchlist add`: throws a CommandError for an unknown account, or for a follow or a rule beyond its tier, and
 * a UsageError for an unknown topic or a rule of another kind.
 */
export async function addToWatchlist(
  context: CommandContext,
  text: string,
  options: AddOptions,
): Promise<void> {
  if (options.where !== undefined) return followFilter(context, text, options)
  const { account, json = false, ...rules } = options
  await withStore(context, async ({ db }) => {
    const who = await accountNamed(db, account)
    const { kind, key } = await followed(db, text, who.id)
    checkRules(kind, text, rules)
    const follows = createFollows(db)
    const given = kind.input.parse(rules)
    await follows.find(kind, key, { accountId: who.id, at: null }, given).catch(asUsageError)
    const follow = await follows.follow(who, kind, { key, rules: given })
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

/** `pequod watchlist channels`: the account's channels with their pace. Throws a CommandError for an unknown account. */
export async function listChannels(context: CommandContext, options: WatchlistOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, options.account)
    const channels = await ownChannels(context, db).readChannels(id)
    if (options.json) return context.screen.printJson(channels.map(shownChannel))
    if (channels.length === 0) return context.screen.note('This account has no channels.')
    const rows = channels.map((channel) => {
      const { quietFrom, quietTo, timeZone, dailyLimit } = shownPace(channel)
      const quiet = quietFrom === null ? '' : `${quietFrom}–${quietTo} ${timeZone}`
      const { id: name, kind, state } = channel
      return [
        name,
        kind.toLowerCase(),
        state.toLowerCase(),
        quiet,
        dailyLimit === null ? '' : countText(dailyLimit),
      ]
    })
    printTable(context.screen, ['CHANNEL', 'KIND', 'STATE', 'QUIET HOURS', 'A DAY'], rows)
  })
}

/**
 * `pequod watchlist pace`: throws a CommandError for an unknown account or channel, and a UsageError for quiet hours that are not
 * complete.
 */
export async function paceChannel(
  context: CommandContext,
  channel: string,
  { account, json = false, ...given }: WatchlistOptions & Partial<ShownPace>,
): Promise<void> {
  const pace = PACE_INPUT.safeParse(given)
  if (!pace.success) {
    const [{ path, message } = { path: [], message: '' }] = pace.error.issues
    throw new UsageError(`--${dashed(path.join())} ${message}.`)
  }
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, account)
    const paced = await ownChannels(context, db).setPace(id, channel, pace.data)
    if (paced === null)
      throw new CommandError(
        `${account} has no channel ${JSON.stringify(channel)}: \`pequod watchlist channels\` lists them.`,
      )
    if (json) return context.screen.printJson(shownChannel(paced))
    context.screen.print(`${account}’s channel ${channel} has its new quiet hours and daily limit.`)
  })
}

function ownChannels({ env }: CommandContext, db: Database) {
  return createChannels(db, { box: createSecretBox(loadConfig(env).secretsKeys) })
}

function shownChannel({ id, kind, target, state, ...pace }: AlertChannel) {
  return { id, kind: kind.toLowerCase(), target, state: state.toLowerCase(), ...shownPace(pace) }
}

/** Follows a filter of trades by the service, which reads it as the list of trades does. */
async function followFilter(
  context: CommandContext,
  topic: string,
  { account, json = false, where, ...rules }: AddOptions,
): Promise<void> {
  const { askService } = await import('../read/ask-service.ts')
  const { follow } = await import('../../client/entry.ts')
  await askService(context, { account }, async (client) => {
    // The service refuses what is no rule.
    const given = { ...rules, topic, where: filterOf(String(where)) } as FollowParameters
    const followed = await follow(client, given)
    if (json) return context.screen.printJson(followed)
    context.screen.print(`${account} follows ${followed.topic} (${followed.summary}).`)
  })
}

function filterOf(where: string): FollowParameters['where'] {
  try {
    return JSON.parse(where)
  } catch {
    throw new UsageError('--where must be JSON, such as {"minUsd":50000,"side":"BUY"}.')
  }
}

/** The option of a field: `minUsd` is `min-usd`. */
function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
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
  const of = FOLLOW_KINDS.find((kind) => wrong in kind.fields)
  throw new UsageError(`--${dashed(wrong)} is for ${of?.plural}, and ${text} is a ${name}.`)
}

function asUsageError(error: unknown): never {
  throw error instanceof PequodError ? new UsageError(error.message) : error
}

async function accountNamed(db: Database, name: string) {
  const account = await createAccountStore(db).accountByName(name)
  if (account === null) throw new CommandError(unknownAccount(name))
  return account
}

function rowOf({ kind, key, rules, followedAt }: Follow): string[] {
  return [key, kindNamed(kind).words(rules), minute(isoTime(followedAt))]
}

function shown({ kind, key, rules, followedAt }: Follow) {
  const { fields, shown: as } = kindNamed(kind)
  const given = rules as Readonly<Record<string, unknown>>
  return {
    topic: topicOf({ name: kind }, key),
    [as.name]: key,
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, shownRule(field, given[name])]),
    ),
    followedAt: isoTime(followedAt),
  }
}
