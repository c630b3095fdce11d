import {
  addressIn,
  arrayWords,
  conditionIn,
  dataWord,
  indexedWord,
  LogRefused,
  microIn,
  openLog,
} from './abi-words.ts'
import type { Contract } from './contracts.ts'
import type { ChainLog } from './fact.ts'
import { isWallet, placeOf, type TransactionState } from './transaction-state.ts'

const MAX_CONDITIONS = 16

/** Reads FixedProductMarketMakerCreation: a fact. Its pool's trades are read once the pool is in the contract set. */
export function decodePoolCreation(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 4, 'MORE')
  const ledger = state.contracts.byAddress.get(addressIn(indexedWord(words, 1)))
  if (ledger?.kind !== 'CONDITIONAL_TOKENS') return
  state.facts.push({
    kind: 'POOL',
    pool: addressIn(dataWord(words, 0)),
    collateral: addressIn(indexedWord(words, 2)),
    conditions: arrayWords(words, 1, MAX_CONDITIONS).map(conditionIn),
    block: log.blockNumber,
    logIndex: log.logIndex,
  })
}

/** Reads FPMMBuy: the investment includes the pool's fee. */
export function decodePoolBuy(log: ChainLog, state: TransactionState, emitter: Contract): void {
  decodePoolTrade('BUY', log, state, emitter)
}

/** Reads FPMMSell: the return excludes the pool's fee. */
export function decodePoolSell(log: ChainLog, state: TransactionState, emitter: Contract): void {
  decodePoolTrade('SELL', log, state, emitter)
}

/**
 * The log names the outcome and not the token; the movement between owner and pool just before it does. The trade
 * crosses the pool's prices, and has no second row: role TAKER.
 */
function decodePoolTrade(
  side: 'BUY' | 'SELL',
  log: ChainLog,
  state: TransactionState,
  { address: pool }: Contract,
): void {
  const words = openLog(log, 2, 3)
  const owner = addressIn(indexedWord(words, 0))
  const [money, fee, shares] = [0, 1, 2].map((index) => microIn(dataWord(words, index))) as [
    number,
    number,
    number,
  ]
  if (!isWallet(state, owner)) return
  const [from, to] = side === 'BUY' ? [pool, owner] : [owner, pool]
  const move = state.moves.findLast(
    (one) => !one.explained && one.from === from && one.to === to && one.amount === shares,
  )
  if (move === undefined) throw new LogRefused('the movement of its shares is not among the logs')
  if (shares === 0) throw new LogRefused('a fill of no shares')
  const usd = side === 'BUY' ? money - fee : money + fee
  if (!Number.isSafeInteger(usd) || usd < 0) throw new LogRefused('the fee does not fit the amount')
  move.explained = true
  state.events.push({
    kind: 'FILL',
    ...placeOf(log),
    exchange: pool,
    owner,
    counterparty: pool,
    role: 'TAKER',
    side,
    token: move.token,
    shares,
    usd,
    fee,
    feeIn: 'USD',
    orderHash: null,
  })
}
