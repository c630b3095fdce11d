import type { ChainLog } from '../../../src/chain/fact.ts'
import { encode, hash, move, wallet } from './encoded-logs.ts'
import { CTF, ctfSplit, setsEvent, tokensOf, USDC } from './venue-logs.ts'
import { type Draw, M, MARKETS, QUESTION_MARKETS, QUESTIONS, STRANGER, TRADERS } from './world-markets.ts'

/** Acts of strangers, and on no market: none of them changes a book. */
export function strangersDeed(draw: Draw): ChainLog[] {
  const coin = wallet(`coin ${draw(3)}`)
  const victim = TRADERS[draw(TRADERS.length)] ?? STRANGER
  const [plain] = MARKETS
  const question = QUESTION_MARKETS[draw(QUESTIONS)]
  if (plain === undefined || question === undefined) return []
  const foreign = ctfSplit(STRANGER, plain, 5 * M, coin)
  const id = BigInt(hash(`nested ${draw(1_000)}`)).toString()
  const split = (collateral: string, more: { parent?: string; partition?: bigint[]; amount?: bigint }) =>
    setsEvent('PositionSplit', CTF, STRANGER, {
      collateral,
      condition: plain.condition,
      amount: 5,
      ...more,
    })
  const wrong = ctfSplit(victim, question, 100 * M, USDC)
  const [yes, no] = tokensOf(plain)
  const wrongTokens = ctfSplit(STRANGER, question, 1, USDC)
  const kinds = [
    // Shares on a coin of their own, transferred to another wallet.
    [...foreign, ...given(foreign, victim)],
    // The collateral, split on a question whose shares are on the wrapped one; transferred, too.
    [...wrong, ...wrongTokens, ...given(wrongTokens, TRADERS[draw(TRADERS.length)] ?? victim)],
    // Positions nested in positions, partitions of three, amounts beyond everything.
    [
      encode('TransferBatch', CTF, {
        operator: STRANGER,
        from: `0x${'0'.repeat(40)}`,
        to: STRANGER,
        ids: [BigInt(id)],
        values: [5n],
      }),
      split(USDC, { parent: hash('parent') }),
      move(STRANGER, victim, id, 5),
    ],
    [split(USDC, { partition: [1n, 2n, 4n] })],
    [split(USDC, { amount: 2n ** 200n })],
    // A log of somebody else's contract.
    [
      encode('TransferSingle', coin, {
        operator: coin,
        from: victim,
        to: coin,
        id: BigInt(yes),
        value: BigInt(no),
      }),
    ],
  ]
  return kinds[draw(kinds.length)] ?? []
}

/** The first token that a split minted, given to somebody. */
function given(split: readonly ChainLog[], to: string): ChainLog[] {
  const [mint] = split
  if (mint === undefined) return []
  const word = mint.data.slice(2 + 3 * 64, 2 + 4 * 64)
  return [move(STRANGER, to, BigInt(`0x${word}`).toString(), 5)]
}
