import type { LedgerEvent, MarketInfo, SourceRecord } from '../../../src/ledger/event.ts'

/** The result of a plain walk over a world's records: holdings by owner and token, and supply by token. */
export interface Folded {
  /** Shares by `owner token`, the exchanges' fees in shares included. */
  holdings: Map<string, number>
  /** Shares that splits, mints and conversions made, less those that merges and redemptions took. */
  supply: Map<string, number>
  lowest: number
}

/** Walks the records one by one, only by the meaning of each kind; it shares no code with the simulation. */
export function foldSimply(records: readonly SourceRecord[]): Folded {
  const folded: Folded = { holdings: new Map(), supply: new Map(), lowest: 0 }
  const markets = new Map<string, MarketInfo>()
  for (const record of records) {
    if (record.kind === 'MARKET') markets.set(record.condition, record)
    else if (record.kind === 'FILL') foldFill(folded, record)
    else if (record.kind !== 'TRADER') foldOther(folded, markets, record)
  }
  for (const [condition, change] of mintedByMatches(records, markets)) {
    for (const token of markets.get(condition)?.tokens ?? []) supply(folded, token, change)
  }
  return folded
}

function move(folded: Folded, owner: string, token: string | undefined, shares: number): void {
  const key = `${owner} ${token}`
  const left = (folded.holdings.get(key) ?? 0) + shares
  folded.holdings.set(key, left)
  folded.lowest = Math.min(folded.lowest, left)
}

function supply(folded: Folded, token: string | undefined, shares: number): void {
  folded.supply.set(String(token), (folded.supply.get(String(token)) ?? 0) + shares)
}

function foldFill(folded: Folded, fill: Extract<LedgerEvent, { kind: 'FILL' }>): void {
  const kept = fill.feeIn === 'SHARES' ? fill.fee : 0
  move(folded, fill.owner, fill.token, fill.side === 'BUY' ? fill.shares - kept : -fill.shares)
  move(folded, String(fill.exchange), fill.token, kept)
}

function foldOther(folded: Folded, markets: Map<string, MarketInfo>, event: LedgerEvent): void {
  const change = (owner: string, token: string | undefined, shares: number) => {
    move(folded, owner, token, shares)
    supply(folded, token, shares)
  }
  if (event.kind === 'SPLIT' || event.kind === 'MERGE') {
    const sign = event.kind === 'SPLIT' ? 1 : -1
    for (const token of markets.get(event.condition)?.tokens ?? [])
      change(event.owner, token, sign * event.amount)
  } else if (event.kind === 'TRANSFER') {
    move(folded, event.from, event.token, -event.amount)
    move(folded, event.to, event.token, event.amount)
  } else if (event.kind === 'REDEEM') {
    const tokens = markets.get(event.condition)?.tokens ?? []
    event.amounts?.forEach((amount, outcome) => {
      change(event.owner, tokens[outcome], -amount)
    })
  } else if (event.kind === 'CONVERT') {
    for (const { tokens, negRisk } of markets.values()) {
      if (negRisk?.market !== event.market) continue
      const given = (BigInt(event.indexSet) >> BigInt(negRisk.index)) % 2n === 1n
      change(event.owner, given ? tokens[1] : tokens[0], given ? -event.amount : event.amount)
    }
  }
}

/** Sets that matching itself made or took: for the two outcomes of a condition, buys less sells are the same. */
function mintedByMatches(
  records: readonly SourceRecord[],
  markets: Map<string, MarketInfo>,
): Map<string, number> {
  const first = new Map([...markets.values()].map(({ tokens, condition }) => [String(tokens[0]), condition]))
  const minted = new Map<string, number>()
  for (const record of records) {
    const condition = record.kind === 'FILL' ? first.get(record.token) : undefined
    if (record.kind !== 'FILL' || condition === undefined) continue
    const signed = record.side === 'BUY' ? record.shares : -record.shares
    minted.set(condition, (minted.get(condition) ?? 0) + signed)
  }
  return minted
}
