import { fitsRow, type ShownNumbers } from '../row-numbers.ts'
import { type Ask, type BoardReading, GATED, NAMES, readBoard } from './link-boards.ts'

/** What was read of gated boards on successive days. */
export interface BoardDays {
  /** Reads every gated board as it is now, with bots and without. */
  read(): Promise<void>
  /** By row of every day, how many members fit it by all days together. @throws Error where the attack rules out the right one */
  fits(): number[]
}

/** Reads gated boards as two callers, again each day. */
export function readBoardDays(callers: Record<'anonymous' | 'pro', Ask>): BoardDays {
  const lists = GATED.flatMap(({ id }) => [false, true].map((excludeBots) => ({ id, excludeBots })))
  const days = new Map<(typeof lists)[number], BoardReading[]>(lists.map((list) => [list, []]))
  return {
    async read() {
      for (const [list, readings] of days) readings.push(await readBoard(callers, list))
    },
    fits() {
      const linked = [...days.values()].flatMap(linkDays)
      if (linked.some(({ isWrong }) => isWrong)) throw new Error('the right one was ruled out')
      return linked.flatMap(({ fits }) => fits.map(({ size }) => size))
    },
  }
}

/** Who can stand in the rows of one list of a gated board on one day, by all days together. */
interface LinkedDay {
  /** By row, the members who fit it. */
  fits: ReadonlySet<string>[]
  /** True where somebody is left out who stands there: the attack is wrong then. */
  isWrong: boolean
}

interface Place {
  exact: ShownNumbers
  /** The rows that the trader can stand in, from 0. */
  from: number
  to: number
}

/**
 * Joins the rows of one list over successive days. The traders of a row are those whose numbers fit. Who shows the same
 * numbers on two days scores the same on both: of two such traders, whoever must stand before the other on one day does so on
 * the other, and each has as many before it as must be. Repeated until nobody is ruled out any more.
 */
function linkDays(days: readonly BoardReading[]): LinkedDay[] {
  const places = days.map(placesOf)
  for (let isNarrowed = true; isNarrowed; ) {
    const order = places.map(sureOrder)
    isNarrowed = places.some((own, day) => narrow(own, carried(own, places, order, day)))
  }
  return days.map((reading, day) => {
    const members = [...(places[day] ?? [])]
    const fits = reading.shown.map((row, i) => {
      const band = bandAt(reading, i)
      const possible = members.filter(
        ([, { exact, from, to }]) => from <= band.to && to >= band.from && fitsRow(row, exact, NAMES),
      )
      return new Set(possible.map(([address]) => address))
    })
    return { fits, isWrong: fits.some((own, i) => !own.has(String(reading.exact[i]?.address))) }
  })
}

type Places = Map<string, Place>

/** The rows that share a row's rank; those of the last may go on behind what is shown. */
function bandAt({ shown, exact }: BoardReading, row: number): { from: number; to: number } {
  const ranks = shown.map(({ rank }) => rank)
  const isLast = ranks[row] === ranks.at(-1)
  return { from: ranks.indexOf(ranks[row]), to: isLast ? exact.length - 1 : ranks.lastIndexOf(ranks[row]) }
}

/** Where each member can stand by its numbers. */
function placesOf(reading: BoardReading): Places {
  const { shown, exact } = reading
  const isWhole = shown.length === exact.length
  return new Map(
    exact.map((numbers) => {
      const first = shown.findIndex((row) => fitsRow(row, numbers, NAMES))
      const last = shown.findLastIndex((row) => fitsRow(row, numbers, NAMES))
      const from = first < 0 ? shown.length : bandAt(reading, first).from
      const to = isWhole ? bandAt(reading, last).to : exact.length - 1
      return [String(numbers.address), { exact: numbers, from, to }]
    }),
  )
}

/** By trader, those who surely stand before it. */
function sureOrder(places: Places): Map<string, string[]> {
  return new Map(
    [...places].map(([address, { from }]) => [
      address,
      [...places].flatMap(([other, { to }]) => (to < from ? [other] : [])),
    ]),
  )
}

/** By trader, who surely stands before it on a day because of any day. */
function carried(
  own: Places,
  places: readonly Places[],
  order: readonly Map<string, string[]>[],
  day: number,
) {
  const before = new Map<string, Set<string>>()
  for (const [other, theirs] of places.entries()) {
    const isStill = (address: string) => {
      const [then, now] = [theirs.get(address)?.exact, own.get(address)?.exact]
      return then !== undefined && now !== undefined && NAMES.every((name) => then[name] === now[name])
    }
    const still = new Set([...own.keys()].filter((address) => other === day || isStill(address)))
    for (const address of still)
      for (const first of order[other]?.get(address) ?? [])
        if (still.has(first)) before.set(address, (before.get(address) ?? new Set()).add(first))
  }
  return before
}

/** @returns whether somebody can stand in fewer rows now */
function narrow(places: Places, before: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const behind = new Map<string, number>()
  for (const firsts of before.values())
    for (const first of firsts) behind.set(first, (behind.get(first) ?? 0) + 1)
  let isNarrowed = false
  for (const [address, place] of places) {
    const from = Math.max(place.from, before.get(address)?.size ?? 0)
    const to = Math.min(place.to, places.size - 1 - (behind.get(address) ?? 0))
    isNarrowed ||= from > place.from || to < place.to
    Object.assign(place, { from, to })
  }
  return isNarrowed
}
