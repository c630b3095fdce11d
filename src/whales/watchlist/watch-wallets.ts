import { randomUUID } from 'node:crypto'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { undoneCount } from '../../store/segments/replace-part.ts'
import { forgetHolders } from '../../store/watchlist/market-holders.ts'
import { forgetMarketNotices } from '../../store/watchlist/market-notices.ts'
import { walletEffects } from '../../store/watchlist/wallet-effects.ts'
import {
  addDecisions,
  decisionsSince,
  forgetNotices,
  growDecisions,
  namesOfEffects,
} from '../../store/watchlist/wallet-notices.ts'
import { endLook, lockLooks, takeNews } from '../../store/watchlist/watch-state.ts'
import { DECISION_SECONDS, type Decided, decide } from './decide.ts'
import { type TellOptions, tellFollowers } from './tell-followers.ts'
import { watchMarkets } from './watch-markets.ts'

/** What is older, by the time of its event, is nobody's news, as when history is read. */
const NEWS_SECONDS = DAY_SECONDS

/** What a look did. */
export interface WatchReport {
  /** Decisions that were new, and messages that were put into the outbox. */
  decisions: number
  told: number
}

/**
 * Looks at what came to the ledger since the last look, writes down what followed wallets decided, and puts that, and the
 * levels that prices of followed markets crossed, into the outbox of who follows them. Nothing that adds to the ledger
 * waits for it: events are read in a view of their own, and each transaction writes a bounded part. Where it was stopped, the next look goes on, whoever takes it; any number of processes
 * may look at once, and what they find has the same ids.
 */
export async function watchWallets(db: Database, options: TellOptions): Promise<WatchReport> {
  const name = randomUUID()
  const since = await takeNews(db, name)
  const earliest = options.now - NEWS_SECONDS
  const told = await watchMarkets(db, name, earliest, { nowMs: Date.now(), ...options })
  let decisions = 0
  if (since !== null) {
    const from = Math.max(since, earliest)
    const { decided, undone } = await db.view(async (sql) => {
      return { decided: await decideSince(sql, from), undone: await undoneCount(sql) }
    })
    decisions = await db.transaction(async (tx) => {
      await lockLooks(tx)
      // Blocks were taken back since they were read: the next look reads what is left of this one's.
      if ((await undoneCount(tx)) !== undone) return 0
      await addDecisions(tx, decided.fresh)
      await growDecisions(tx, decided.grown)
      await endLook(tx, name)
      return decided.fresh.length
    })
    await forgetNotices(db, options.now - 2 * NEWS_SECONDS)
    await forgetMarketNotices(db, options.now - 2 * NEWS_SECONDS)
    await forgetHolders(db, options.now - 2 * NEWS_SECONDS)
  }
  return { decisions, told: told + (await tellFollowers(db, options)) }
}

async function decideSince(sql: Sql, from: Seconds): Promise<Decided> {
  const effects = await walletEffects(sql, from)
  if (effects.length === 0) return { fresh: [], grown: [] }
  const tokens = [...new Set(effects.map(({ token }) => token))]
  const traders = [...new Set(effects.map(({ trader }) => trader))]
  const known = await decisionsSince(sql, effects, from - DECISION_SECONDS)
  return decide(effects, known, await namesOfEffects(sql, tokens, traders))
}
