import { moneyText, numberText, percentOf } from '../../formats.ts'
import type { Cell } from '../screen/text-table.ts'

/** Printed for an unknown number. */
const UNKNOWN = '–'

/** US dollars. */
export function dollars(value: number | null): Cell {
  return { right: value === null ? UNKNOWN : moneyText(value) }
}

/** A fraction as a percentage. */
export function percent(value: number | null): Cell {
  return { right: value === null ? UNKNOWN : percentOf(value) }
}

/** A count or a ratio. */
export function number(value: number | null): Cell {
  return { right: value === null ? UNKNOWN : numberText(value) }
}

/** A time to the minute, in UTC. */
export function minute(time: string | null): string {
  return time === null ? UNKNOWN : `${time.slice(0, 10)} ${time.slice(11, 16)}`
}
