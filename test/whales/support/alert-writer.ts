import type { Fill } from '../../../src/ledger/event.ts'
import {
  type Address,
  dayOf,
  type Hash,
  MICRO,
  type TokenId,
  weekStart,
} from '../../../src/ledger/quantities.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { chainKey } from '../../../src/store/ledger/place.ts'
import { type NewAlert, openAlertChain } from '../../../src/whales/alerts/alert-chain.ts'
import { noticeAlerts } from '../../../src/whales/live/alert-notices.ts'
import { lockAlerts } from '../../../src/whales/radar/alerts-state.ts'
import { MARKETS, MONDAY, OWNERS, TOKENS } from './radar-world.ts'

/** The fields of an alert that its readers check. */
export interface WrittenTerms {
  /** 0 to 3. */
  owner: number
  /** 0 to 3; 0 and 1 are a market of politics, the others have no category. */
  token: number
  dollars: number
  isBuy: boolean
}

/** Writes to the alerts' chain as detection does, without what detection decides by. */
export interface AlertWriter {
  /** Answers the alerts' numbers. */
  append(terms: readonly WrittenTerms[]): Promise<number[]>
  retract(numbers: readonly number[]): Promise<void>
}

const FIRST_BLOCK = 10_000

/** Makes a writer; the world of the radar's tests is in the store after that, with a fill of each owner and token. */
export async function createAlertWriter(db: Database): Promise<AlertWriter> {
  await ingestRecords(db, [...MARKETS, ...firstFills()])
  const traders = await idsOf(db, 'SELECT id, address AS name FROM traders')
  const tokens = await idsOf(db, 'SELECT id, token AS name FROM tokens')
  let made = 0
  const alertOf = ({ owner, token, dollars, isBuy }: WrittenTerms): NewAlert => {
    const [address, tokenName] = [OWNERS[owner] ?? '', TOKENS[token] ?? '']
    const time = MONDAY + ++made
    return {
      fillKey: chainKey(FIRST_BLOCK + made, 0),
      tx: null,
      time,
      week: weekStart(dayOf(time)),
      address,
      tokenName,
      side: isBuy ? 0 : 1,
      role: 1,
      shares: 2 * dollars * MICRO,
      usd: dollars * MICRO,
      orderHash: null,
      boards: ['consistent-all'],
      trader: traders.get(address) ?? 0,
      token: tokens.get(tokenName) ?? 0,
    }
  }
  return {
    append: (terms) =>
      db.transaction(async (tx) => {
        await lockAlerts(tx)
        const seqs = await (await openAlertChain(tx)).append(terms.map(alertOf))
        await noticeAlerts(tx)
        return seqs
      }),
    retract: (numbers) =>
      db.transaction(async (tx) => {
        await lockAlerts(tx)
        await (await openAlertChain(tx)).retract(numbers)
      }),
  }
}

/** A fill of each owner in a token of its own, so that the ledger knows them all. */
function firstFills(): Fill[] {
  return OWNERS.flatMap((owner, i) => {
    const token = TOKENS[i]
    return token === undefined ? [] : [firstFill(owner, token, i)]
  })
}

function firstFill(owner: Address, token: TokenId, block: number): Fill {
  return {
    kind: 'FILL',
    block,
    logIndex: 0,
    tx: `0x${'f'.repeat(64)}` as Hash,
    time: MONDAY,
    exchange: null,
    owner,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token,
    shares: MICRO,
    usd: MICRO / 2,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

async function idsOf(db: Database, query: string): Promise<Map<string, number>> {
  const rows = await db.all<{ id: number; name: string }>(query)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
