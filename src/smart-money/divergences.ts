import { SKILLED_COHORT } from '../cohorts/cohorts.ts'
import { DAY_SECONDS, type Day, MICRO, mulDivFloor } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { lockTable } from '../store/engine/locks.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { undoneCount } from '../store/ledger/ledger-state.ts'
import { hiddenTraders } from '../store/opted-out.ts'
import { endedAt } from './cohort-stances.ts'
import { closeOf, type OpenMarket } from './open-markets.ts'
import { divide, LEAST_TRADERS } from './skilled-division.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'
import type { Stance } from './stance.ts'
import { weeksWithoutView, writeView } from './views.ts'

/*
 * Markets where skilled traders' money clearly differed from everyone else's at the start of a week, and how they ended (methodology
 * §9). They are kept as the stances of the skilled cohort, whose `divergence` is the difference of the two groups' shares.
 */

/** Markets whose holders are read together. */
const AT_ONCE = 400

/** Writes the divergences of every week whose skilled traders are fixed, where that is not done yet. */
export async function writeDivergences(db: Database): Promise<void> {
  const cohort = SKILLED_COHORT.id
  for (const { week } of await weeksWithoutView(db, [cohort]))
    for (let isWritten = false; !isWritten; ) {
      const read = await db.view(async (sql) => {
        const members = await createSmartMoneyStore(sql).weekMembers([cohort], week)
        const traders = new Set(members.map(({ trader }) => trader))
        return {
          undone: await undoneCount(sql),
          members: traders.size,
          events: await ledgerOf(sql).countEvents(week * DAY_SECONDS),
          found: await divergencesOf(sql, traders, week - 1),
        }
      })
      isWritten = await db.transaction(async (tx) => {
        await lockTable(tx, SMART_SIGNALS)
        // Blocks that the view showed may have been taken back since.
        if ((await undoneCount(tx)) !== read.undone) return false
        const { members, events, found } = read
        const differences = new Map(found.map(({ stance, difference }) => [stance, difference]))
        await writeView(
          tx,
          { snapshot: 0, cohort, week, members, events },
          [...differences.keys()],
          (stance) => differences.get(stance) ?? 0,
        )
        return true
      })
    }
}

/** The skilled traders' money in a market, and how much more of it is on the first outcome, in millionths. */
interface Divergence {
  stance: Stance
  difference: number
}

/** The open markets at a day's close in which the shares of the two groups differ: the 95% interval excludes 0. */
export async function divergencesOf(sql: Sql, skilled: ReadonlySet<number>, day: Day): Promise<Divergence[]> {
  const store = createSmartMoneyStore(sql)
  const moment = closeOf(day)
  const held = await store.holdings([...skilled], moment)
  const holders = Map.groupBy(held, ({ token }) => token)
  const endOf = endedAt(moment.at)
  const open = (await store.openMarkets([...holders.keys()], moment)).filter((market) => {
    const members = [market.yes, market.no].flatMap((token) => holders.get(token) ?? [])
    return endOf(market) === null && new Set(members.map(({ trader }) => trader)).size >= LEAST_TRADERS
  })
  const hidden = await hiddenTraders(sql)
  const found: Divergence[] = []
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const markets = open.slice(from, from + AT_ONCE)
    const tokens = markets.flatMap(({ yes, no }) => [yes, no])
    const rows = await ledgerOf(sql).sum({ tokens, upTo: day, columns: ['shares'] })
    const byToken = Map.groupBy(rows, ({ token }) => token)
    for (const market of markets) found.push(...divergenceIn(market, { byToken, hidden, skilled }))
  }
  return found
}

interface Held {
  byToken: Parameters<typeof divide>[0]
  hidden: ReadonlySet<number>
  skilled: ReadonlySet<number>
}

function divergenceIn(
  { market, condition, category, yes, no, price }: OpenMarket,
  { byToken, hidden, skilled: members }: Held,
): Divergence[] {
  const { skilled, others, difference } = divide(byToken, {
    tokens: [yes, no],
    marks: [price, MICRO - price],
    hidden,
    isSkilled: (trader) => members.has(trader),
  })
  if (skilled === null || others === null || difference === null) return []
  const [low, high] = difference
  if (low <= 0 && high >= 0) return []
  const [one, other] = [skilled, others].map(({ byOutcome: [yesValue = 0], value }) =>
    mulDivFloor(yesValue, MICRO, value),
  )
  const { traders, value } = skilled
  const yesValue = skilled.byOutcome[0] ?? 0
  return [
    {
      stance: { market, condition, category, members: traders, yesValue, value, price },
      difference: (one ?? 0) - (other ?? 0),
    },
  ]
}
