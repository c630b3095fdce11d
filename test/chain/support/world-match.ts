import type { ChainLog } from '../../../src/chain/fact.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import type { Books } from './books.ts'
import { address, move, rowV1, rowV2 } from './encoded-logs.ts'
import {
  adapterMerge,
  adapterSplit,
  ctfMerge,
  ctfSplit,
  type Market,
  negRiskMerge,
  negRiskSplit,
  type Telling,
  tokensOf,
} from './venue-logs.ts'
import { type Draw, M, OPERATOR, TRADERS } from './world-markets.ts'

/**
 * A taker's order against orders that rest on the book of a V1 or V2 exchange, some of it minted or merged: booked, and as
 * the logs that the exchange and the contracts beneath it write.
 */
export function matchOrders(books: Books, market: Market, telling: Telling, draw: Draw): ChainLog[] {
  const v1 = draw(2) === 0
  const outcome = draw(2)
  const tokens = tokensOf(market)
  const [token, other] = outcome === 0 ? tokens : [tokens[1], tokens[0]]
  const taker = TRADERS[draw(TRADERS.length)] ?? OPERATOR
  const buys = draw(2) === 0
  let left = buys ? 1_000 : books.whole(taker, token)
  const exchange = address(
    `${market.negRisk ? (v1 ? 'NegRiskCtfExchange' : 'NegRiskExchangeV2A') : v1 ? 'CTFExchange' : 'CTFExchangeV2'}`,
  )
  const row = v1 ? rowV1 : rowV2
  const rows: ChainLog[] = []
  const moves: ChainLog[] = []
  // Where nothing is minted or merged, a V2 exchange moves shares straight from seller to buyer.
  const mixed = draw(2) === 0
  const direct = !v1 && !mixed
  const sum = { shares: 0, dollars: 0, minted: 0 }
  for (const maker of TRADERS.filter((one) => one !== taker && draw(2) === 0)) {
    const same = mixed && draw(2) === 0
    const makerToken = same ? other : token
    const makerBuys = same === buys
    const cents = 1 + draw(99)
    const most = Math.min(left, makerBuys ? 50 : books.whole(maker, makerToken))
    if (most < 1) continue
    const shares = 1 + draw(most)
    left -= shares
    const dollars = (shares * cents) / 100
    const fee = draw(3) === 0 ? (makerBuys && v1 ? shares / 100 : dollars / 100) : 0
    books.fill(maker, makerToken, makerBuys, { shares, dollars, fee, inShares: v1 && makerBuys })
    sum.shares += shares
    sum.dollars += same ? shares - dollars : dollars
    if (same) sum.minted += shares
    const seller = makerBuys ? taker : maker
    const buyer = makerBuys ? maker : taker
    const net = v1 && makerBuys ? shares - fee : shares
    if (direct) moves.push(move(seller, buyer, token, shares * M))
    else if (makerBuys) moves.push(move(exchange, maker, makerToken, Math.round(net * M)))
    else moves.push(move(maker, exchange, makerToken, shares * M))
    rows.push(
      row(
        {
          maker,
          taker,
          side: makerBuys ? 'BUY' : 'SELL',
          token: makerToken,
          shares: shares * M,
          usd: Math.round(dollars * M),
          fee: Math.round(fee * M),
        },
        exchange,
      ),
    )
  }
  if (rows.length === 0) return []
  books.fill(taker, token, buys, { shares: sum.shares, dollars: sum.dollars, fee: 0, inShares: false })
  // V2 settles pure exchanges of shares exactly; otherwise the rest of the requested amount returns.
  const asked = v1 || sum.minted > 0 ? draw(9) : 0
  const sets = sum.minted === 0 ? [] : insideMatch({ market, exchange, v1, telling }, buys, sum.minted * M)
  const through = direct
    ? []
    : [buys ? move(exchange, taker, token, sum.shares * M) : move(taker, exchange, token, sum.shares * M)]
  const takerRow = row(
    {
      maker: taker,
      taker: exchange,
      side: buys ? 'BUY' : 'SELL',
      token,
      shares: (sum.shares + (buys ? 0 : asked)) * M,
      usd: Math.round((sum.dollars + (buys ? asked : 0)) * M),
    },
    exchange,
  )
  return buys
    ? [...moves, ...sets, ...rows, ...through, takerRow]
    : [...through, ...moves, ...sets, ...rows, takerRow]
}

interface Inside {
  market: Market
  exchange: Address
  v1: boolean
  telling: Telling
}

/** The exchange's mints or merges for a match: V1 directly, V2 through the adapter. */
function insideMatch({ market, exchange, v1, telling }: Inside, mints: boolean, amount: number): ChainLog[] {
  if (!v1) return (mints ? adapterSplit : adapterMerge)(exchange, market, amount, telling)
  if (market.negRisk) return (mints ? negRiskSplit : negRiskMerge)(exchange, market, amount)
  return (mints ? ctfSplit : ctfMerge)(exchange, market, amount)
}
