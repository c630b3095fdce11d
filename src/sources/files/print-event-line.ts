import type {
  EventPlace,
  Fill,
  LedgerEvent,
  MarketInfo,
  NegRiskQuestion,
  SourceRecord,
  TraderInfo,
} from '../../ledger/event.ts'

/**
 * The record as its one canonical line, without a newline: fields in the order of the format's description, `row`
 * only without a block, `item` only above 0, `createdAt` and `endsAt` only where known. `parseEventLine` reads the same record back.
 */
export function printEventLine(record: SourceRecord): string {
  if (record.kind === 'MARKET') return JSON.stringify(marketFields(record))
  if (record.kind === 'TRADER') return JSON.stringify(traderFields(record))
  return JSON.stringify({ kind: record.kind, ...placeFields(record), ...eventFields(record) })
}

function placeFields({ block, logIndex, tx, time, row, item = 0 }: EventPlace) {
  return { block, logIndex, tx, time, ...(row !== undefined && { row }), ...(item > 0 && { item }) }
}

function eventFields(event: LedgerEvent) {
  switch (event.kind) {
    case 'FILL':
      return fillFields(event)
    case 'SPLIT':
    case 'MERGE':
      return { owner: event.owner, condition: event.condition, amount: String(event.amount) }
    case 'CONVERT': {
      const { owner, market, indexSet, amount, feeBips } = event
      return { owner, market, indexSet, amount: String(amount), feeBips }
    }
    case 'RESOLVE':
      return { condition: event.condition, payouts: event.payouts }
    case 'REDEEM': {
      const { owner, condition, amounts, payout } = event
      return { owner, condition, amounts: amounts?.map(String) ?? null, payout: String(payout) }
    }
    case 'TRANSFER':
      return { from: event.from, to: event.to, token: event.token, amount: String(event.amount) }
    case 'INCOME':
      return { owner: event.owner, amount: String(event.amount), reason: event.reason }
  }
}

function fillFields(fill: Fill) {
  const { exchange, owner, counterparty, role, side, token, shares, usd, fee, feeIn, orderHash } = fill
  const amounts = { shares: String(shares), usd: String(usd), fee: String(fee) }
  return { exchange, owner, counterparty, role, side, token, ...amounts, feeIn, orderHash }
}

function marketFields(market: MarketInfo) {
  const {
    kind,
    condition,
    tokens,
    outcomes,
    question,
    slug,
    category,
    tags,
    event,
    negRisk,
    createdAt,
    endsAt,
  } = market
  return {
    kind,
    condition,
    tokens,
    outcomes,
    question,
    slug,
    category,
    tags,
    event: event && { id: event.id, title: event.title, slug: event.slug },
    negRisk: negRisk && negRiskFields(negRisk),
    ...(createdAt !== undefined && { createdAt }),
    ...(endsAt !== undefined && { endsAt }),
  }
}

function negRiskFields({ market, index, questions, prepared }: NegRiskQuestion) {
  const place = prepared && { block: prepared.block, logIndex: prepared.logIndex }
  return { market, index, questions, ...(place && { prepared: place }) }
}

function traderFields(trader: TraderInfo) {
  const { kind, address, username, profileImage, xUsername, verified, bio } = trader
  return { kind, address, username, profileImage, xUsername, verified, bio }
}
