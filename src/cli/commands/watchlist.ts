import type { AccountTier } from '../../access/tier.ts'
import { CommandError } from '../../errors.ts'
import { activeChannels } from '../../follows/followers.ts'
import { SHARE_PARTS } from '../../follows/markets/known-share.ts'
import { clockText, type QuietHours } from '../../follows/quiet-hours.ts'
import {
  type BoardFollow,
  boardFollowInput,
  createWatchlists,
  DEFAULT_TOP,
  type FollowedMarket,
  followInput,
  type MarketFollow,
  marketFollowInput,
  type WalletFollow,
  type Watchlists,
} from '../../follows/watchlists.ts'
import { addressOf } from '../../ledger/address.ts'
import { type Address, MICRO, type Seconds } from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { createAccountStore } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/engine/database.ts'
import { marketNamedBy, readMarkets, readOutcomes } from '../../store/markets/market-facts.ts'
import { centsOf, percentOf } from '../../text.ts'
import type { CommandContext } from '../command-context.ts'
import { minute } from '../read/format-cell.ts'
import { textTable } from '../screen/text-table.ts'
import { UsageError } from '../usage-error.ts'
import { withStore } from '../with-store.ts'
import { type PrintOptions, unknownAccount } from './accounts.ts'
import { isoTime } from './keys.ts'

/** Whose watchlist it is. */
export interface WatchlistOptions extends PrintOptions {
  account: string
}

/** What of it the account is told of; each option is of one kind of what is followed. */
export interface AddOptions extends WatchlistOptions {
  /** Dollars. @default 0 */
  minUsd?: number
  /** @default 10 */
  top?: number
  /** @default 0 */
  outcome?: number
  /** Dollars per share. @default never */
  above?: number
  below?: number
  jump?: number
  /** A part of the outcome's shares. @default never */
  holderShare?: number
  /** @default false */
  stance?: boolean
}

/** The options of what is followed, by its kind. */
const OPTIONS = {
  wallet: ['minUsd'],
  leaderboard: ['top'],
  market: ['outcome', 'above', 'below', 'jump', 'holderShare', 'stance'],
} as const satisfies Record<string, readonly (keyof AddOptions)[]>

/** `pequod watchlist list`: what an account follows. Throws a CommandError for an unknown account. */
export async function listWatchlist(context: CommandContext, options: WatchlistOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, options.account)
    const watchlists = createWatchlists(db)
    const wallets = await watchlists.wallets(id)
    const markets = await watchlists.markets(id)
    const leaderboards = await watchlists.leaderboards(id)
    if (options.json)
      return context.screen.printJson({
        wallets: wallets.map(shownWallet),
        markets: markets.map(shownMarket),
        leaderboards: leaderboards.map(shownBoard),
      })
    const rows = [
      ...wallets.map((one) => rowOf(one.address, walletWords(one), one)),
      ...markets.map((one) => rowOf(one.condition, marketWords(one), one)),
      ...leaderboards.map((one) => rowOf(one.board, `top ${one.top}`, one)),
    ]
    if (rows.length === 0) return context.screen.note('This account has no follows.')
    for (const line of textTable(['FOLLOWED', 'NOTIFIES ABOUT', 'QUIET HOURS', 'SINCE (UTC)'], rows))
      context.screen.print(line)
  })
}

/**
 * `pequod watchlist add`: throws a CommandError for an unknown account, more follows than its tier may have or a rule that it may
 * not have, a UsageError for what is no address, leaderboard or market, or with an option of another.
 */
export async function addToWatchlist(
  context: CommandContext,
  text: string,
  { account, json = false, ...rules }: AddOptions,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const what = await followed(db, text)
    checkOptions(what, text, rules)
    const [watchlists, who] = [createWatchlists(db), await accountNamed(db, account)]
    const shown = await add(watchlists, who, what, rules)
    if (json) return context.screen.printJson(shown)
    const name =
      what.kind === 'leaderboard' ? `the top ${rules.top ?? DEFAULT_TOP} of ${what.board}` : nameOf(what)
    context.screen.print(`${account} follows ${name}.`)
    if ((await activeChannels(db, [who.id])).length === 0)
      context.screen.note(`${account} has no active channel yet: nothing is sent until it has one.`)
  })
}

/** `pequod watchlist remove`: throws as {@link addToWatchlist} does. */
export async function removeFromWatchlist(
  context: CommandContext,
  text: string,
  { account, json = false }: WatchlistOptions,
): Promise<void> {
  await withStore(context, async ({ db }) => {
    const what = await followed(db, text)
    const { id } = await accountNamed(db, account)
    const wasFollowed = await remove(createWatchlists(db), id, what)
    if (json) return context.screen.printJson({ [ID_NAMES[what.kind]]: nameOf(what), wasFollowed })
    context.screen.print(
      wasFollowed ? `${account} no longer follows ${text}.` : `${account} did not follow ${text}.`,
    )
  })
}

/** What is to be followed. */
type Followed =
  | { kind: 'wallet'; address: Address }
  | { kind: 'leaderboard'; board: string }
  | { kind: 'market'; market: FollowedMarket; outcomes: number }

/** What the API calls that which a follow is of. */
const ID_NAMES = { wallet: 'address', leaderboard: 'leaderboardId', market: 'condition' } as const

function nameOf(what: Followed): string {
  if (what.kind === 'wallet') return what.address
  return what.kind === 'leaderboard' ? what.board : what.market.condition
}

async function followed(db: Database, text: string): Promise<Followed> {
  const address = addressOf(text.toLowerCase())
  if (address !== null) return { kind: 'wallet', address }
  const board = leaderboardById(text)?.id
  if (board !== undefined) return { kind: 'leaderboard', board }
  const { by, name } = marketNamedBy(text)
  const [market] = await readMarkets(db, by, [name])
  if (market !== undefined)
    return { kind: 'market', market, outcomes: (await readOutcomes(db, [market.id])).length }
  throw new UsageError(
    `${JSON.stringify(text)} is neither an address (0x and 40 hex digits) nor a leaderboard such as pnl-7d, nor the condition or slug of a market of this store.`,
  )
}

function checkOptions(what: Followed, text: string, rules: Omit<AddOptions, 'account'>): void {
  for (const kind of ['wallet', 'leaderboard', 'market'] as const) {
    const [wrong] = kind === what.kind ? [] : OPTIONS[kind].filter((name) => rules[name] !== undefined)
    if (wrong === undefined) continue
    const option = wrong.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new UsageError(`--${option} is for ${kind}s, and ${text} is none.`)
  }
  if (what.kind !== 'market' || what.outcomes === 0 || (rules.outcome ?? 0) < what.outcomes) return
  throw new UsageError(`${text} has ${what.outcomes} outcomes: --outcome is the index of one, from 0.`)
}

async function add(
  watchlists: Watchlists,
  who: { id: number; tier: AccountTier },
  what: Followed,
  rules: Omit<AddOptions, 'account'>,
): Promise<object> {
  switch (what.kind) {
    case 'wallet':
      return shownWallet(await watchlists.follow(who, followInput.parse({ ...rules, address: what.address })))
    case 'leaderboard':
      return shownBoard(
        await watchlists.followLeaderboard(who, boardFollowInput.parse({ ...rules, board: what.board })),
      )
    case 'market':
      return shownMarket(await watchlists.followMarket(who, what.market, marketFollowInput.parse(rules)))
  }
}

function remove(watchlists: Watchlists, id: number, what: Followed): Promise<boolean> {
  switch (what.kind) {
    case 'wallet':
      return watchlists.unfollow(id, what.address)
    case 'leaderboard':
      return watchlists.unfollowLeaderboard(id, what.board)
    case 'market':
      return watchlists.unfollowMarket(id, what.market)
  }
}

async function accountNamed(db: Database, name: string) {
  const account = await createAccountStore(db).accountByName(name)
  if (account === null) throw new CommandError(unknownAccount(name))
  return account
}

interface Follow {
  quietHours: QuietHours | null
  followedAt: Seconds
}

function rowOf(what: string, told: string, { quietHours, followedAt }: Follow): string[] {
  const quiet = quietHours
    ? `${clockText(quietHours.from)}–${clockText(quietHours.to)} ${quietHours.zone}`
    : ''
  return [what, told, quiet, minute(isoTime(followedAt))]
}

const USD = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** `opened, closed from $1,000 in sports at 10¢ to 90¢`. */
function walletWords({ minUsd, kinds, categories, side, minPrice, maxPrice }: WalletFollow): string {
  const price = [
    ...(minPrice === null ? [] : [`from ${cents(minPrice)}`]),
    ...(maxPrice === null ? [] : [`up to ${cents(maxPrice)}`]),
  ]
  return [
    kinds.join(', ').toLowerCase() || 'all',
    ...(side === null ? [] : [`on the ${side === 'BUY' ? 'buy' : 'sell'} side`]),
    ...(minUsd === 0 ? [] : [`of ${USD.format(minUsd / MICRO)} or more`]),
    ...(categories.length === 0 ? [] : [`in ${categories.join(', ')}`]),
    ...(price.length === 0 ? [] : [`at prices ${price.join(' ')}`]),
  ].join(' ')
}

/** `outcome 0: rises to 60¢, resolution`. */
function marketWords({ outcome, above, below, jump, holderShare, stance }: MarketFollow): string {
  const told = [
    ...(above === null ? [] : [`rises to ${cents(above)}`]),
    ...(below === null ? [] : [`falls to ${cents(below)}`]),
    ...(jump === null ? [] : [`jumps by ${cents(jump)}`]),
    ...(holderShare === null ? [] : [`holders of ${percentOf(holderShare / SHARE_PARTS, { most: 4 })}`]),
    ...(stance ? ['smart money'] : []),
    'resolution',
  ]
  return `outcome ${outcome}: ${told.join(', ')}`
}

function cents(price: number): string {
  return centsOf(price / MICRO, { most: 4 })
}

/** A follow as the API shows it. */
function shownFollow({ quietHours, followedAt }: Follow) {
  return {
    quietFrom: quietHours && clockText(quietHours.from),
    quietTo: quietHours && clockText(quietHours.to),
    timeZone: quietHours?.zone ?? null,
    followedAt: isoTime(followedAt),
  }
}

function shownWallet({ quietHours, followedAt, minUsd, minPrice, maxPrice, ...follow }: WalletFollow) {
  const prices = { minPrice: minPrice && minPrice / MICRO, maxPrice: maxPrice && maxPrice / MICRO }
  return { ...follow, minUsd: minUsd / MICRO, ...prices, ...shownFollow({ quietHours, followedAt }) }
}

function shownMarket({
  condition,
  outcome,
  above,
  below,
  jump,
  holderShare,
  stance,
  ...follow
}: MarketFollow) {
  const rules = {
    ...{ above: above && above / MICRO, below: below && below / MICRO, jump: jump && jump / MICRO },
    ...{ holderShare: holderShare && holderShare / SHARE_PARTS, stance },
  }
  return { condition, outcome, ...rules, ...shownFollow(follow) }
}

function shownBoard({ board, top, ...follow }: BoardFollow) {
  return { leaderboardId: board, top, ...shownFollow(follow) }
}
