import { CommandError } from '../../errors.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { createAccountStore } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/engine/database.ts'
import type { WalletFollow } from '../../whales/watchlist/follow.ts'
import { followInput } from '../../whales/watchlist/follow-input.ts'
import { createWatchlists } from '../../whales/watchlist/watchlists.ts'
import type { CommandContext } from '../command-context.ts'
import { dollars, minute } from '../read/format-cell.ts'
import { textTable } from '../screen/text-table.ts'
import { withStore } from '../with-store.ts'
import { type PrintOptions, parseAddress, unknownAccount } from './accounts.ts'

/** Whose watchlist it is. */
export interface WatchlistOptions extends PrintOptions {
  account: string
}

/** `pequod watchlist list`: the wallets that an account follows. Throws a CommandError for an unknown account. */
export async function listWatchlist(context: CommandContext, options: WatchlistOptions): Promise<void> {
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, options.account)
    const follows = await createWatchlists(db).wallets(id)
    if (options.json) return context.screen.printJson(follows.map(shown))
    if (follows.length === 0) return context.screen.note('This account follows nobody.')
    const rows = follows.map(({ address, minUsd, kinds, followedAt }) => [
      ...[address, dollars(minUsd / MICRO), kinds.join(' ').toLowerCase() || 'all'],
      minute(new Date(followedAt * 1_000).toISOString()),
    ])
    for (const line of textTable(['WALLET', 'AT LEAST', 'KINDS', 'SINCE (UTC)'], rows))
      context.screen.print(line)
  })
}

/** `pequod watchlist add`: throws a CommandError for an unknown account or too many wallets, a UsageError for no address. */
export async function addToWatchlist(
  context: CommandContext,
  address: string,
  options: WatchlistOptions & { minUsd: number },
): Promise<void> {
  const wallet = followInput.parse({ address: parseAddress(address), minUsd: options.minUsd })
  await withStore(context, async ({ db }) => {
    const follow = await createWatchlists(db).follow(await accountNamed(db, options.account), wallet)
    if (options.json) context.screen.printJson(shown(follow))
    else context.screen.print(`${options.account} follows ${follow.address}.`)
  })
}

/** `pequod watchlist remove`: throws as {@link addToWatchlist} does. */
export async function removeFromWatchlist(
  context: CommandContext,
  address: string,
  options: WatchlistOptions,
): Promise<void> {
  const wallet = parseAddress(address)
  await withStore(context, async ({ db }) => {
    const { id } = await accountNamed(db, options.account)
    const wasFollowed = await createWatchlists(db).unfollow(id, wallet)
    if (options.json) context.screen.printJson({ address: wallet, wasFollowed })
    else
      context.screen.print(`${options.account} ${wasFollowed ? 'follows it no more' : 'did not follow it'}.`)
  })
}

async function accountNamed(db: Database, name: string) {
  const account = await createAccountStore(db).accountByName(name)
  if (account === null) throw new CommandError(unknownAccount(name))
  return account
}

function shown({ minUsd, ...follow }: WalletFollow) {
  return { ...follow, minUsd: minUsd / MICRO }
}
