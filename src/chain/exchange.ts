import type { Fill } from '../ledger/event.ts'
import type { TokenId } from '../ledger/quantities.ts'
import {
  addressIn,
  countIn,
  dataWord,
  hashIn,
  indexedWord,
  LogRefused,
  type LogWords,
  microIn,
  openLog,
  tokenIn,
} from './abi-words.ts'
import { type Contract, isExchange } from './contracts.ts'
import type { ChainLog } from './fact.ts'
import { placeOf, type TransactionState } from './transaction-state.ts'

const ZERO_WORD = '0'.repeat(64)

/** Reads OrderFilled of a V1 exchange: one of the two assets is collateral, id 0, which determines the owner's side. */
export function decodeOrderFilledV1(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 3, 5)
  const [given, taken] = [dataWord(words, 0), dataWord(words, 1)]
  if ((given === ZERO_WORD) === (taken === ZERO_WORD))
    throw new LogRefused('of the two assets not exactly one is collateral')
  const side = given === ZERO_WORD ? 'BUY' : 'SELL'
  const token = tokenIn(side === 'BUY' ? taken : given)
  const fill = fillOf(log, state, emitter, words, { side, token, firstAmount: 2 })
  state.rows.push({ log, generation: 1, fill: { ...fill, feeIn: side === 'BUY' ? 'SHARES' : 'USD' } })
}

/** Reads OrderFilled of a V2 or V3 exchange: side and token are given, the fee is always in dollars. */
export function decodeOrderFilledV2(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 3, 7)
  const side = countIn(dataWord(words, 0), 1, 'the side') === 0 ? 'BUY' : 'SELL'
  const token = tokenIn(dataWord(words, 1))
  const fill = fillOf(log, state, emitter, words, { side, token, firstAmount: 2 })
  state.rows.push({ log, generation: 2, fill })
}

interface OrderTerms {
  side: 'BUY' | 'SELL'
  token: TokenId
  /** The word with the owner's given amount; the received amount and the fee follow. */
  firstAmount: number
}

function fillOf(
  log: ChainLog,
  state: TransactionState,
  emitter: Contract,
  words: LogWords,
  { side, token, firstAmount }: OrderTerms,
): Fill {
  const gave = microIn(dataWord(words, firstAmount))
  const took = microIn(dataWord(words, firstAmount + 1))
  const counterparty = addressIn(indexedWord(words, 2))
  return {
    kind: 'FILL',
    ...placeOf(log),
    exchange: emitter.address,
    owner: addressIn(indexedWord(words, 1)),
    counterparty,
    role: isExchange(counterparty, state.contracts) ? 'TAKER' : 'MAKER',
    side,
    token,
    shares: side === 'BUY' ? took : gave,
    usd: side === 'BUY' ? gave : took,
    fee: microIn(dataWord(words, firstAmount + 2)),
    feeIn: 'USD',
    orderHash: hashIn(indexedWord(words, 0)),
  }
}

/** Reads FeeRefunded of a fee module: its refund on the fee of the order's fill in the same transaction. */
export function decodeFeeRefunded(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 2)
  const id = dataWord(words, 0)
  state.refunds.push({
    log,
    orderHash: hashIn(indexedWord(words, 0)),
    token: id === ZERO_WORD ? null : tokenIn(id),
    amount: microIn(dataWord(words, 1)),
  })
}
