import type { ContractSet } from '../../chain/contracts.ts'
import { type EventName, topicOfEvent } from '../../chain/topics.ts'
import { parseJson } from '../../checks.ts'
import { conditionField, hashField, Refused, shown } from '../field-checks.ts'
import {
  logsOf,
  type PlacedRow,
  prefixed,
  type RowLogs,
  topicOfAddress,
  uintWord,
  word,
  ZERO_WORD,
} from './raw-rows.ts'

/** A ConditionResolution event as a table has it. */
export interface ResolvedRow extends PlacedRow {
  condition: string | null
  /** A list as JSON. */
  payouts: string | null
}

/** A PositionSplit or PositionsMerge event of the conditional tokens as a table has it. */
export interface SetsRow extends PlacedRow {
  stakeholder: string | null
  collateral: string | null
  parent: string | null
  condition: string | null
  /** A list as JSON. */
  partition: string | null
  amount: string | null
}

/** A PayoutRedemption event of the conditional tokens as a table has it. */
export interface RedeemedRow extends PlacedRow {
  redeemer: string | null
  collateral: string | null
  parent: string | null
  condition: string | null
  /** A list as JSON. */
  indexSets: string | null
  payout: string | null
}

/** Turns ConditionResolution rows into their logs; oracle and question are left 0, because nothing reads them. */
export function resolvedLogs(rows: readonly ResolvedRow[], contracts: ContractSet): RowLogs {
  return tokenLogs(rows, 'conditionResolution', contracts, ({ condition, payouts }) => {
    const list = listWords('payout_numerators', payouts)
    return {
      topics: [conditionField('condition_id', prefixed(condition)), `0x${ZERO_WORD}`, `0x${ZERO_WORD}`],
      words: [word(BigInt(list.length)), word(64n)],
      list,
    }
  })
}

/** Turns rows of splits or of merges into their logs. */
export function setsLogs(
  rows: readonly SetsRow[],
  event: 'positionSplit' | 'positionsMerge',
  contracts: ContractSet,
): RowLogs {
  return tokenLogs(
    rows,
    event,
    contracts,
    ({ stakeholder, collateral, parent, condition, partition, amount }) => ({
      topics: [
        topicOfAddress('stakeholder', stakeholder),
        hashField('parentCollectionId', prefixed(parent)),
        conditionField('conditionId', prefixed(condition)),
      ],
      words: [topicOfAddress('collateralToken', collateral).slice(2), OFFSET, uintWord('amount', amount)],
      list: listWords('partition', partition),
    }),
  )
}

/** Turns rows of redemptions into their logs. */
export function redeemedLogs(rows: readonly RedeemedRow[], contracts: ContractSet): RowLogs {
  return tokenLogs(rows, 'payoutRedemption', contracts, (row) => ({
    topics: [
      topicOfAddress('redeemer', row.redeemer),
      topicOfAddress('collateralToken', row.collateral),
      hashField('parentCollectionId', prefixed(row.parent)),
    ],
    words: [
      conditionField('conditionId', prefixed(row.condition)).slice(2),
      OFFSET,
      uintWord('payout', row.payout),
    ],
    list: listWords('indexSets', row.indexSets),
  }))
}

/** The list follows three words; the second of them is its offset. */
const OFFSET = word(96n)

function tokenLogs<Row extends PlacedRow>(
  rows: readonly Row[],
  event: EventName,
  { contracts }: ContractSet,
  logOf: (row: Row) => { topics: string[]; words: string[]; list: string[] },
): RowLogs {
  const address = contracts.find(({ kind }) => kind === 'CONDITIONAL_TOKENS')?.address ?? ''
  return logsOf(rows, (row) => {
    const { topics, words, list } = logOf(row)
    return {
      address,
      topics: [topicOfEvent(event), ...topics],
      data: `0x${[...words, word(BigInt(list.length)), ...list].join('')}`,
    }
  })
}

function listWords(name: string, text: string | null): string[] {
  const list = parseJson(text ?? '')
  if (!Array.isArray(list)) throw new Refused(`${name} is ${shown(text)}: a list as JSON is needed`)
  return list.map((value: unknown, i) =>
    uintWord(`${name}[${i}]`, Number.isSafeInteger(value) ? String(value) : value),
  )
}
