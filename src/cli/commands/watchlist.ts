import { CommandError } from '../../errors.ts'
import { addressOf } from '../../ledger/address.ts'
import { MICRO, type Seconds } from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { createAccountStore } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/engine/database.ts'
import { activeChannels } from '../../store/watchlist/market-follows.ts'
import type { BoardFollow, MarketFollow, WalletFollow } from '../../whales/watchlist/follow.ts'
import { boardFollowInput, clockText, DEFAULT_TOP, followInput } from '../../whales/watchlist/follow-input.ts'
import { SHARE_PARTS } from '../../whales/watchlist/known-share.ts'
import type { QuietHours } from '../../whales/watchlist/quiet-hours.ts'
import { createWatchlists } from '../../whales/watchlist/watchlists.ts'
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

/** What of a wallet or leaderboard the account is told of. */
export interface AddOptions extends WatchlistOptions {
  /** Dollars; of wallets alone. @default 0 */
  minUsd?: number
  /** Of leaderboards alone. @default 10 */
  top?: number
}

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
    if (rows.length === 0) return context.screen.note('This account follows nothing.')
    for (const line of textTable(['FOLLOWED', 'TOLD OF', 'QUIET HOURS', 'SINCE (UTC)'], rows))
      context.screen.print(line)
  })
}

/**
 * `pequod watchlist add`: throws a CommandError for an unknown account or more follows than its tier may have, a UsageError for
 * what is neither an address nor a leaderboard, or with an option of the other.
 */
export async function addToWatchlist(
  context: CommandContext,
  text: string,
  { account, json = false, ...rules }: AddOptions,
): Promise<void> {
  const { address, board } = followed(text)
  const other = board === undefined ? 'top' : 'minUsd'
  if (rules[other] !== undefined)
    throw new UsageError(
      `${other === 'top' ? '--top is for leaderboards' : '--min-usd is for wallets'}, and ${text} is none.`,
    )
  await withStore(context, async ({ db }) => {
    const [watchlists, who] = [createWatchlists(db), await accountNamed(db, account)]
    const shown =
      board === undefined
        ? shownWallet(await watchlists.follow(who, followInput.parse({ address, ...rules })))
        : shownBoard(await watchlists.followLeaderboard(who, boardFollowInput.parse({ board, ...rules })))
    if (json) return context.screen.printJson(shown)
    const what = board === undefined ? address : `the top ${rules.top ?? DEFAULT_TOP} of ${board}`
    context.screen.print(`${account} follows ${what}.`)
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
  const { address, board } = followed(text)
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, account)
    const watchlists = createWatchlists(db)
    const wasFollowed =
      board === undefined
        ? await watchlists.unfollow(id, address)
        : await watchlists.unfollowLeaderboard(id, board)
    if (json) context.screen.printJson({ ...(board ? { leaderboardId: board } : { address }), wasFollowed })
    else
      context.screen.print(
        wasFollowed ? `${account} no longer follows ${text}.` : `${account} did not follow ${text}.`,
      )
  })
}

function followed(text: string) {
  const address = addressOf(text.toLowerCase())
  if (address !== null) return { address, board: undefined }
  const board = leaderboardById(text)?.id
  if (board !== undefined) return { address: undefined, board }
  throw new UsageError(
    `${JSON.stringify(text)} is neither an address (0x and 40 hex digits) nor a leaderboard such as pnl-7d.`,
  )
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
    ...(side === null ? [] : [side === 'BUY' ? 'that buys' : 'that sells']),
    ...(minUsd === 0 ? [] : [`of ${USD.format(minUsd / MICRO)} or more`]),
    ...(categories.length === 0 ? [] : [`in ${categories.join(', ')}`]),
    ...(price.length === 0 ? [] : [`at prices ${price.join(' ')}`]),
  ].join(' ')
}

/** `outcome 0: rises to 60¢, resolution`. */
function marketWords({ outcome, above, below, jump, holderShare }: MarketFollow): string {
  const told = [
    ...(above === null ? [] : [`rises to ${cents(above)}`]),
    ...(below === null ? [] : [`falls to ${cents(below)}`]),
    ...(jump === null ? [] : [`jumps by ${cents(jump)}`]),
    ...(holderShare === null ? [] : [`holders of ${(100 * holderShare) / SHARE_PARTS} %`]),
    'resolution',
  ]
  return `outcome ${outcome}: ${told.join(', ')}`
}

function cents(price: number): string {
  return `${(price * 100) / MICRO}¢`
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

function shownMarket({ condition, outcome, above, below, jump, holderShare, ...follow }: MarketFollow) {
  const rules = {
    ...{ above: above && above / MICRO, below: below && below / MICRO, jump: jump && jump / MICRO },
    holderShare: holderShare && holderShare / SHARE_PARTS,
  }
  return { condition, outcome, ...rules, ...shownFollow(follow) }
}

function shownBoard({ board, top, ...follow }: BoardFollow) {
  return { leaderboardId: board, top, ...shownFollow(follow) }
}
