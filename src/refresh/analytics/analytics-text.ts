import { PERIODS } from '../../metrics/periods.ts'
import type { PeriodRecord, SkillRecord, TraderRecord } from '../../store/snapshot/trader-record.ts'
import { type Cells, nullableAt, numberAt, withoutDefaults } from './cells.ts'
import { recordCells, recordFrom } from './record-cells.ts'

/** Raise it with every change of what the cells mean. */
const VERSION = 1
/** In a period's place: the same as the period before it. */
const SAME = 1
const NO_SKILL = [0, null, null, null, null, null, null]

/**
 * A trader's analytics as a short JSON text of arrays without keys: the version, skill, and the periods from `all` down
 * to the shortest, one that equals the longer one before it as a 1. An empty part is a 0, and at the end left off.
 */
export function analyticsText({ skill, periods }: TraderRecord): string {
  let longer = ''
  let before: PeriodRecord | null = null
  const texts = periods.toReversed().map((record) => {
    if (record === before) return `${SAME}`
    before = record
    const text = JSON.stringify(partsOf(recordCells(record)))
    const isSame = text === longer
    longer = text
    return isSame ? `${SAME}` : text
  })
  return `[${VERSION},${JSON.stringify(withoutDefaults(skillCells(skill), NO_SKILL))},${texts.join()}]`
}

/** What {@link analyticsText} wrote. Throws a RangeError for a text of another version, and for a damaged one. */
export function analyticsFrom(text: string): TraderRecord {
  const [version, skill, ...stored] = arrayOf(JSON.parse(text))
  if (version !== VERSION) throw new RangeError(`Stored analytics are of version ${version}, not ${VERSION}`)
  if (stored.length !== PERIODS.length)
    throw new RangeError('Stored analytics are damaged: a period is missing')
  let longer = recordFrom([])
  const periods = stored.map((part) => {
    if (part !== SAME) longer = recordFrom(arrayOf(part).map((cells) => (cells === 0 ? [] : cellsOf(cells))))
    return longer
  })
  return { skill: skillFrom(cellsOf(skill)), periods: periods.reverse() }
}

function partsOf(parts: readonly Cells[]): (Cells | 0)[] {
  const filled = parts.findLastIndex((part) => part.length > 0)
  return parts.slice(0, filled + 1).map((part) => (part.length === 0 ? 0 : part))
}

function skillCells({ units, edge, interval, pValue, print }: SkillRecord): Cells {
  const words =
    print === null ? [null, null] : [print.slice(0, 8), print.slice(8)].map((hex) => Number.parseInt(hex, 16))
  return [units, edge, ...(interval ?? [null, null]), pValue, ...words]
}

function skillFrom(cells: Cells): SkillRecord {
  const [low, high] = [nullableAt(cells, 2), nullableAt(cells, 3)]
  const words = [nullableAt(cells, 5), nullableAt(cells, 6)]
  return {
    units: cells.length === 0 ? 0 : numberAt(cells, 0),
    edge: nullableAt(cells, 1),
    interval: low === null || high === null ? null : [low, high],
    pValue: nullableAt(cells, 4),
    print: words.includes(null)
      ? null
      : words.map((word) => (word ?? 0).toString(16).padStart(8, '0')).join(''),
  }
}

function arrayOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RangeError('Stored analytics are damaged: not a list')
  return value
}

function cellsOf(value: unknown): Cells {
  return arrayOf(value).map((cell) => {
    if (cell === null || typeof cell === 'number') return cell
    throw new RangeError('Stored analytics are damaged: not a number')
  })
}
