import type { Address } from '../../../src/ledger/quantities.ts'
import { newLogKey, signCheckpoint, verifierKey } from '../../../src/proofs/checkpoint.ts'
import {
  dayLeaf,
  eventLeaf,
  type PositionState,
  positionLeaf,
  traderLeaf,
} from '../../../src/proofs/leaves.ts'
import { leafHash, pathOf, rootOf } from '../../../src/proofs/merkle.ts'
import type { ProofFile } from '../../../src/proofs/verify-proof.ts'

export const DAY = 20_000
export const KEY = newLogKey('pequod.example')

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** A leaf's place in the tree over some leaves. */
export function included(leaves: readonly string[], index: number) {
  const path = pathOf(leaves.map(leafHash), index).map(hex)
  return { leaf: leaves[index] ?? '', index, path }
}

export const rootHex = (leaves: readonly string[]) => hex(rootOf(leaves.map(leafHash)))

const address = (i: number) => `0x${i.toString(16).padStart(40, '0')}`

function positionOf(i: number, token: number): PositionState {
  const shares = 1_000_000 * (i + token)
  return {
    token: String(token),
    shares,
    cost: 400_000 * i,
    realized: 1_000 * i - 7_000 * token,
    bought: 900_000 * i,
    sold: 300_000,
    fees: i,
    volume: 1_200_000 * i,
    fills: 3,
    makerFills: 1,
    buys: 2,
    untracked: 0,
    price: token % 3 === 0 ? null : 123_456 * (token % 7),
  }
}

/** A full proof of one of some traders, in a world without a store. */
export function drawnProof(traders: number, days: number, which: number): Omit<ProofFile, 'digest'> {
  const positions = Array.from({ length: traders }, (_, i) =>
    Array.from({ length: (i % 4) + 1 }, (_, token) => positionOf(i, token + 1)),
  )
  const positionLeaves = positions.map((own, i) => own.map((state) => positionLeaf(address(i), state)))
  const traderLeaves = positions.map((own, i) =>
    traderLeaf(address(i), own, 5 * i, rootHex(positionLeaves[i] ?? [])),
  )
  const events = Array.from({ length: traders }, (_, i) =>
    eventLeaf({
      kind: 'INCOME',
      time: DAY * 86_400 + i,
      block: 1_000 + i,
      logIndex: 3,
      tx: null,
      owner: address(i) as Address,
      amount: 5 * i,
      reason: 'REWARD',
    }),
  )
  const log = Array.from({ length: days }, (_, i) =>
    dayLeaf({
      day: DAY - days + 1 + i,
      events: events.length,
      eventsRoot: rootHex(events),
      traders,
      tradersRoot: rootHex(traderLeaves),
      replaces: null,
      reason: null,
      records: [['alerts', 3, 'ab'.repeat(32)]],
    }),
  )
  return {
    format: 'pequod-proof/1',
    key: verifierKey(KEY),
    checkpoint: signCheckpoint(KEY, days, rootOf(log.map(leafHash))),
    day: included(log, days - 1),
    trader: included(traderLeaves, which),
    positions: positionLeaves[which] ?? [],
    events: [{ ...included(events, which), use: null }],
  }
}
