import { defined } from '../checks.ts'
import type { Fill, Transfer } from '../ledger/event.ts'
import type { Address, TokenId } from '../ledger/quantities.ts'
import {
  addressIn,
  arrayWords,
  dataWord,
  indexedWord,
  LogRefused,
  microIn,
  openLog,
  tokenIn,
} from './abi-words.ts'
import { ZERO_ADDRESS } from './contracts.ts'
import type { ChainLog } from './fact.ts'
import { isWallet, placeOf, type TokenMove, type TransactionState } from './transaction-state.ts'

/** A block's gas limit allows fewer movements than this. */
const MAX_ITEMS = 10_000

/** Reads TransferSingle: one movement of one token. */
export function decodeTransferSingle(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 2)
  takeMoves(state, log, {
    from: addressIn(indexedWord(words, 1)),
    to: addressIn(indexedWord(words, 2)),
    tokens: [tokenIn(dataWord(words, 0))],
    amounts: [dataWord(words, 1)],
    batch: false,
  })
}

/** Reads TransferBatch: several tokens between the same two addresses, each an item of the log. */
export function decodeTransferBatch(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 4, 'MORE')
  const tokens = arrayWords(words, 0, MAX_ITEMS).map(tokenIn)
  const amounts = arrayWords(words, 1, MAX_ITEMS)
  if (tokens.length !== amounts.length)
    throw new LogRefused(`${tokens.length} tokens, ${amounts.length} amounts`)
  takeMoves(state, log, {
    from: addressIn(indexedWord(words, 1)),
    to: addressIn(indexedWord(words, 2)),
    tokens,
    amounts,
    batch: true,
  })
}

interface Moves extends Pick<TokenMove, 'from' | 'to' | 'batch'> {
  tokens: readonly TokenId[]
  /** A word for each token. */
  amounts: readonly string[]
}

/** An unrepresentable amount loses only its own item; the others of its log are valid. */
function takeMoves(state: TransactionState, log: ChainLog, { tokens, amounts, ...rest }: Moves): void {
  if (rest.from === ZERO_ADDRESS) state.mints.push({ logIndex: log.logIndex, to: rest.to, tokens })
  let failure: LogRefused | undefined
  for (const [item, token] of tokens.entries())
    try {
      state.moves.push({
        log,
        item,
        ...rest,
        token,
        amount: microIn(defined(amounts[item])),
        explained: false,
      })
    } catch (error) {
      if (!(error instanceof LogRefused)) throw error
      failure ??= error
    }
  if (failure !== undefined) throw failure
}

/**
 * The movements that are transfers of their own: between two wallets, and not the settlement of a fill (from V3 on an
 * exchange moves shares straight from the seller to the buyer; a directly filled order is settled with the operator).
 */
export function walletTransfers(state: TransactionState, fills: readonly Fill[]): Transfer[] {
  const between = state.moves.filter((move) => !move.explained && isBetweenWallets(state, move))
  if (between.length === 0) return []
  const legs = new OpenLegs(fills)
  for (const move of state.moves) if (!isBetweenWallets(state, move)) legs.settleThroughExchange(move)
  return between.filter((move) => !legs.settleDirectly(move)).map(transferOf)
}

function isBetweenWallets(state: TransactionState, { from, to, amount }: TokenMove): boolean {
  return from !== to && amount > 0 && isWallet(state, from) && isWallet(state, to)
}

function transferOf({ log, item, from, to, token, amount }: TokenMove): Transfer {
  return { kind: 'TRANSFER', ...placeOf(log, item), from, to, token, amount }
}

type Leg = `${'BUY' | 'SELL'} ${string} ${Address}`

const legOf = ({ side, token, owner }: Pick<Fill, 'side' | 'token' | 'owner'>): Leg =>
  `${side} ${token} ${owner}`

/** The shares that the transaction's fills have sold and bought, less the movements seen so far. */
class OpenLegs {
  readonly #shares = new Map<Leg, number>()
  /** Each leg with its counterparties. */
  readonly #between = new Set<string>()

  constructor(fills: readonly Fill[]) {
    for (const fill of fills) {
      const leg = legOf(fill)
      this.#add(leg, fill.feeIn === 'SHARES' ? fill.shares - fill.fee : fill.shares)
      this.#between.add(`${leg} ${fill.counterparty}`)
    }
  }

  /** Settles part of a fill: a seller's shares go in, or a buyer's come out. */
  settleThroughExchange({ from, to, token, amount }: TokenMove): void {
    this.#add(`SELL ${token} ${from}`, -amount)
    this.#add(`BUY ${token} ${to}`, -amount)
  }

  /**
   * Settles a direct movement and returns true if a fill sold these shares and a fill bought them; or if only one did
   * and names the other end as its counterparty, such as an operator that fills an order directly and has no row of its
   * own.
   */
  settleDirectly({ from, to, token, amount }: TokenMove): boolean {
    const sold: Leg = `SELL ${token} ${from}`
    const bought: Leg = `BUY ${token} ${to}`
    const isSold = this.#left(sold) >= amount
    const isBought = this.#left(bought) >= amount
    const isDirect =
      (isSold && this.#between.has(`${sold} ${to}`)) || (isBought && this.#between.has(`${bought} ${from}`))
    if (!isDirect && !(isSold && isBought)) return false
    if (isSold) this.#add(sold, -amount)
    if (isBought) this.#add(bought, -amount)
    return true
  }

  #left(leg: Leg): number {
    return this.#shares.get(leg) ?? 0
  }

  #add(leg: Leg, amount: number): void {
    this.#shares.set(leg, Math.max(0, this.#left(leg) + amount))
  }
}
