import type { Day, MicroUsd } from '../ledger/quantities.ts'
import { weekKey } from '../store/smart-money/cohorts.ts'
import type { SmartMoneyStore } from '../store/smart-money/smart-money-store.ts'
import type { WrittenStance, WrittenWeek } from '../store/smart-money/written-weeks.ts'
import { keepNewest } from '../store/snapshot/keep-newest.ts'
import { type CategoryStance, categoryStances, compareNames } from './category-stances.ts'

/** A category as callers without Pro see it: numbers so coarse that none is a market's, or none at all. */
export interface PublicCategory {
  category: string | null
  /** The Monday at whose start the numbers are; null if none are shown, as are the numbers. */
  week: Day | null
  markets: number | null
  /** Floored to one digit. */
  value: MicroUsd | null
  /** Floored to a tenth, in millionths from 0 to 900,000. */
  yesShare: number | null
  /** Floored to a tenth, in millionths. */
  divergence: number | null
}

/** What callers without Pro see of all weeks together. */
export interface PublicWeeks {
  /** The categories in which a cohort has a market in a week; those with numbers first, by value, then by name. */
  categories(cohort: string, week: Day): PublicCategory[]
  /** Whether the highlight of a cohort's week is shown with its numbers. */
  showsHighlight(cohort: string, week: Day): boolean
}

/** A number is shown of at least so many markets that no earlier one counts, none above this part of their value … */
const AT_FIRST = { markets: 5, part: 1 / 2 }
/** … and highlights, which are exact, leave so many of them unknown. */
const AT_LAST = { markets: 3, part: 3 / 4 }
/** Weeks for which a number is shown, its own among them. */
const SHOWN_WEEKS = 4
const TENTH = 100_000

type Member = Pick<WrittenStance, 'market' | 'value'>

/**
 * Decides what callers without Pro see of cohorts' weeks, each from the weeks before it alone. Week by week a number is
 * shown only where it brings markets that stood in no number and no highlight before, in no cohort and no category. So
 * whoever adds and subtracts what is shown is left with all new markets of the last number that was used, each with the
 * same weight: no market comes out alone, not even where nobody trades and the price of every share is known.
 * @param weeks in any order, each once
 */
export function publicWeeks(weeks: readonly WrittenWeek[]): PublicWeeks {
  const shown = new Map<string, CategoryStance[]>()
  const present = new Map<string, Set<string | null>>()
  const highlights = new Set<string>()
  const seen = new Set<number>()
  /** Each market's number that brought it: the markets of it that nothing else tells of. */
  const hidden = new Map<number, Set<Member>>()

  function showHighlight(key: string, market: number) {
    const group = hidden.get(market)
    const rest = [...(group ?? [])].filter((member) => member.market !== market)
    if (group && !isHidden(rest, AT_LAST)) return
    for (const member of group ?? []) if (member.market === market) group?.delete(member)
    hidden.delete(market)
    seen.add(market)
    highlights.add(key)
  }

  function showCategory(key: string, stances: readonly WrittenStance[]) {
    const fresh = stances.filter(({ market }) => !seen.has(market))
    if (!isHidden(fresh, AT_FIRST)) return
    const group = new Set<Member>(fresh)
    for (const { market } of fresh) hidden.set(market, group)
    for (const { market } of stances) seen.add(market)
    shown.set(key, [...(shown.get(key) ?? []), ...categoryStances(stances)])
  }

  for (const [week, cohorts] of [...Map.groupBy(weeks, ({ week }) => week)].sort((a, b) => a[0] - b[0])) {
    const inTurn = rotated(cohorts, week)
    for (const { cohort, highlight } of inTurn)
      if (highlight !== null) showHighlight(weekKey({ cohort, week }), highlight)
    for (const { cohort, stances } of inTurn) {
      const key = weekKey({ cohort, week })
      const byCategory = Map.groupBy(stances, ({ category }) => category)
      present.set(key, new Set(byCategory.keys()))
      for (const own of byCategory.values()) showCategory(key, own)
    }
  }

  function newest(cohort: string, week: Day, category: string | null): PublicCategory {
    for (let monday = week; monday > week - 7 * SHOWN_WEEKS; monday -= 7) {
      const found = shown.get(weekKey({ cohort, week: monday }))?.find((one) => one.category === category)
      if (found) return { ...coarse(found), week: monday }
    }
    return { category, week: null, markets: null, value: null, yesShare: null, divergence: null }
  }

  return {
    categories(cohort, week) {
      const names = [...(present.get(weekKey({ cohort, week })) ?? [])].sort(compareNames)
      return names
        .map((category) => newest(cohort, week, category))
        .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
    },
    showsHighlight: (cohort, week) => highlights.has(weekKey({ cohort, week })),
  }
}

function isHidden(members: readonly Member[], { markets, part }: typeof AT_FIRST): boolean {
  const sum = members.reduce((total, { value }) => total + value, 0)
  return members.length >= markets && members.every(({ value }) => value <= part * sum)
}

/** Another cohort comes first each week: those of one week often hold the same markets. */
function rotated(cohorts: readonly WrittenWeek[], week: Day): WrittenWeek[] {
  const inOrder = cohorts.toSorted((a, b) => (a.cohort < b.cohort ? -1 : 1))
  const first = Math.floor(week / 7) % inOrder.length
  return [...inOrder.slice(first), ...inOrder.slice(0, first)]
}

function coarse({ category, markets, value, yesShare, divergence }: CategoryStance) {
  return {
    category,
    markets,
    value: value - (value % 10 ** (String(value).length - 1)),
    // A unanimous cohort looks like one that nearly is.
    yesShare: Math.min(9 * TENTH, toTenth(yesShare)),
    divergence: toTenth(divergence),
  }
}

function toTenth(millionths: number): number {
  return TENTH * Math.floor(millionths / TENTH)
}

const kept = new WeakMap<SmartMoneyStore, (head: number) => Promise<PublicWeeks>>()

/** {@link publicWeeks} of a store, kept until another week is written. One statement, or three. */
export async function publicWeeksOf(store: SmartMoneyStore): Promise<PublicWeeks> {
  const known = kept.get(store) ?? keepNewest(async () => publicWeeks(await store.writtenWeeks()), 1)
  kept.set(store, known)
  return known(await store.chainHead())
}
