import { createHash } from 'node:crypto'
import { defined } from '../../../src/checks.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import { newLogKey, signCheckpoint, verifierKey } from '../../../src/proofs/checkpoint.ts'
import {
  alertLeaf,
  dayLeaf,
  eventLeaf,
  type PositionState,
  positionLeaf,
  ruleLeaf,
  sealedText,
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

/** A log of some days whose last entry has these leaves in the tree of a name. */
function namedIn(name: string, leaves: readonly string[], days: number) {
  const log = Array.from({ length: days }, (_, i) =>
    dayLeaf({
      day: DAY - days + 1 + i,
      events: 0,
      eventsRoot: rootHex([]),
      traders: 0,
      tradersRoot: rootHex([]),
      replaces: null,
      reason: null,
      records: [
        ['signals', 3, 'ab'.repeat(32)],
        [name, leaves.length, rootHex(leaves)],
      ],
    }),
  )
  const checkpoint = signCheckpoint(KEY, days, rootOf(log.map(leafHash)))
  return { key: verifierKey(KEY), checkpoint, day: included(log, days - 1) }
}

/** The record of one of some rules, one of whose entries is hidden where `hidden` names it. */
export function drawnRecord(rules: number, days: number, length: number, hidden: number) {
  let chain: Uint8Array = new Uint8Array(32)
  const entries = Array.from({ length }, (_, i) => {
    const text = JSON.stringify(['COPIED', i + 1, `{"text":"“${i}”"}`, 'nonce'])
    chain = createHash('sha256').update(chain).update(text).digest()
    return i + 1 === hidden ? hex(chain) : text
  })
  const leaves = Array.from({ length: rules }, (_, i) => ruleLeaf(`rule-${i}`, length, `0x${hex(chain)}`))
  const which = days % rules
  const file = { format: 'pequod-record/1', ...namedIn('rules', leaves, days) } as const
  return { ...file, rule: included(leaves, which), entries }
}

/** One of some alerts, opened or not. */
export function drawnCall(alerts: number, days: number, isOpen: boolean) {
  const hidden = Array.from({ length: alerts }, (_, i) => ({
    nonce: `nonce ${i}`,
    block: 1_000 + i,
    logIndex: i,
    tx: null,
    time: DAY * 86_400 + 61 * i,
    trader: address(i),
    shares: 20_000_000_000 + 7_919 * i,
    usd: 10_000_000_000 + 104_729 * i * i,
    role: null,
    orderHash: null,
  }))
  const leaves = hidden.map((fill, i) =>
    alertLeaf({
      id: `alert-${i}`,
      minute: fill.time - (fill.time % 60),
      token: String(i),
      side: i % 2 === 0 ? 'BUY' : 'SELL',
      usd: Number(String(fill.usd).slice(0, 2).padEnd(String(fill.usd).length, '0')),
      price: Number((fill.usd / fill.shares).toFixed(2)) * 1e6,
      boards: ['prescience-all'],
      sealed: createHash('sha256').update(sealedText(fill)).digest('hex'),
    }),
  )
  const which = days % alerts
  const opened = isOpen ? sealedText(hidden[which] ?? defined(hidden[0])) : null
  const file = { format: 'pequod-call/1', ...namedIn('alerts', leaves, days) } as const
  return { ...file, call: included(leaves, which), opened }
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
