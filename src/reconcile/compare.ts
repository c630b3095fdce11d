import { defined } from '../checks.ts'
import { type Day, dayOf, MICRO, type MicroPrice, type Seconds, type TokenId } from '../ledger/quantities.ts'
import {
  BEYOND_PAGE,
  CAUSE_NAMES,
  type Cause,
  endingAt,
  markedAt,
  RULES,
  type Rule,
  startingAfter,
} from './causes.ts'
import { type Altered, foldFlows, type OwnPosition, unaltered } from './flows.ts'
import { NUMBER_NAMES, type NumberName, type Numbers, type View, type ViewPosition } from './read-view.ts'

// Compares a view with the host's own numbers: finds the fewest rules under which the host's events make its numbers.

/** A part of a difference. */
export interface CausePart {
  cause: Cause
  /** The other number less the host's, as far as this cause makes it; in micro-units. */
  amount: number
}

/** One number of a position or of the wallet at both sites. */
export interface ComparedNumber {
  name: NumberName
  own: number
  other: number
  /** They add up to `other` less `own`, exactly. */
  causes: CausePart[]
}

/** A position, or the wallet's totals, at both sites. */
export interface ComparedPosition {
  /** Null for totals. */
  token: TokenId | null
  title: string | null
  /** False: the other view does not list it. */
  isListed: boolean
  numbers: ComparedNumber[]
}

/** One thing to compare: a position, or all of them as a total. */
interface Subject {
  token: TokenId | null
  title: string | null
  isListed: boolean
  own: readonly OwnPosition[]
  /** Its own positions, then those that conversions tie to them. */
  folded: readonly OwnPosition[]
  other: Numbers
  price: MicroPrice | null
  /** The largest difference that an average price to a millionth of a dollar makes: one for each share held at each purchase. */
  slack: number
}

/** Rules under which the host's events make other numbers. */
interface Hypothesis {
  rules: readonly Rule[]
  /** Numbers that it does not make, as far as the view shows digits. */
  misses: number
  /** True if it makes every number to the micro. */
  isExact: boolean
}

/** Rules that are combined at most; fewer where a subject has many events. */
const MOST_RULES = 3
/** Flows that are folded for one subject at most, and for all of a view in each of the passes over it: about a second. */
const MOST_FOLDED = 4_000_000
const MOST_FOLDED_IN_ALL = 40_000_000
/** Moments that are tried as the begin or the end of a view. */
const MOST_MOMENTS = 400

/** Compares positions and totals; a difference always equals the sum of its causes. */
export function comparePositions(view: View, own: readonly OwnPosition[]): ComparedPosition[] {
  const subjects = subjectsOf(view, own)
  const common: Rule[] = view.isFullPage ? [BEYOND_PAGE] : []
  const places = toleranceOf(view)
  const differing = subjects.filter((subject) => !isSettled([judge(subject, [], places)])).length
  const most = Math.min(MOST_FOLDED, MOST_FOLDED_IN_ALL / Math.max(1, differing))
  const first = subjects.map((subject) => hypothesesOf(subject, common, places, most))
  const cuts = commonCuts(subjects, first, places)
  const found =
    cuts.length === 0
      ? first
      : subjects.map((subject, i) =>
          isSettled(defined(first[i]))
            ? defined(first[i])
            : hypothesesOf(subject, [...common, ...cuts], places, most),
        )
  const votes = votesOf(found)
  const best = subjects.map((subject, i) => bestOf(defined(found[i]), subject, votes))
  const isMissing = missingRows(subjects, best)
  return subjects.map((subject, i) =>
    comparedBy(subject, isMissing(i) ? judge(subject, [BEYOND_PAGE], places) : defined(best[i]), places),
  )
}

/**
 * Tells of each position whether its row is missing from the view: it is where nothing about its events explains that it is not
 * listed, and everywhere where that holds for a quarter of those that are not.
 */
function missingRows(subjects: readonly Subject[], best: readonly Hypothesis[]): (i: number) => boolean {
  const isUnlisted = (i: number) => defined(subjects[i]).isListed === false
  const isUnexplained = (i: number) => isUnlisted(i) && defined(best[i]).misses > 0
  const indexes = [...subjects.keys()]
  const isCut = 4 * indexes.filter(isUnexplained).length >= indexes.filter(isUnlisted).length
  return isCut ? isUnlisted : isUnexplained
}

/** True where the host's numbers are the other's, to the micro. */
function isSettled([best]: readonly Hypothesis[]): boolean {
  return best?.isExact === true && best.rules.length === 0
}

function subjectsOf(view: View, own: readonly OwnPosition[]): Subject[] {
  const byToken = new Map(own.map((position) => [position.token, position]))
  const tiedTo = tiesOf(own)
  const listed = new Set<TokenId>()
  const subjects = view.positions.map((position): Subject => {
    const { token, price } = position
    listed.add(token)
    const known = byToken.get(token)
    const title = position.title ?? known?.title ?? null
    const own = known ? [known] : []
    const mine = { own, folded: known ? tiedTo(known) : [], slack: slackOf(own) }
    return { ...mine, token, title, isListed: true, other: timesListed(position), price }
  })
  const shown = NUMBER_NAMES.filter((name) =>
    view.positions.some(({ numbers }) => numbers[name] !== undefined),
  )
  // The venue has open and closed positions in lists of their own.
  const listsOpen = new Set(view.positions.map(({ numbers: { shares = 0 } }) => shares > 0))
  for (const position of own) {
    if (listed.has(position.token) || !listsOpen.has(position.numbers.shares > 0)) continue
    const other = Object.fromEntries(shown.map((name) => [name, 0]))
    const { token, title } = position
    const mine = { own: [position], folded: tiedTo(position), slack: slackOf([position]) }
    subjects.push({ ...mine, token, title, isListed: false, other, price: null })
  }
  if (Object.keys(view.totals).length > 0) {
    const total = { token: null, title: null, isListed: true, price: null }
    subjects.push({ ...total, own, folded: own, other: view.totals, slack: slackOf(own) })
  }
  return subjects
}

/** Finds the positions that conversions tie to one, itself first. */
function tiesOf(own: readonly OwnPosition[]): (position: OwnPosition) => readonly OwnPosition[] {
  const groups = new Map<OwnPosition, Set<OwnPosition>>(
    own.map((position) => [position, new Set([position])]),
  )
  const converted = own.flatMap((position) =>
    (position.flows ?? []).flatMap(({ kind, order }) => (kind === 'CONVERT' ? [{ order, position }] : [])),
  )
  for (const tied of Map.groupBy(converted, ({ order }) => order).values())
    for (const { position } of tied) {
      const [first, second] = [groups.get(defined(tied[0]).position), groups.get(position)]
      if (!first || !second || first === second) continue
      for (const one of second) {
        first.add(one)
        groups.set(one, first)
      }
    }
  return (position) => [position, ...[...(groups.get(position) ?? [])].filter((one) => one !== position)]
}

function timesListed({ numbers, listed }: ViewPosition): Numbers {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value * listed]))
}

/** The largest difference of each number that its digits alone can make. */
export function toleranceOf({ places, positions, totals }: View): Required<Record<NumberName, number>> {
  const toleranceOfNumber = (name: NumberName) => {
    const place = places[name] ?? 1
    if (place < MICRO) return place + 1
    // Whole dollars in several rows, or of a whole wallet, are rounded; a single one, or zeros, may be exact.
    const amounts = positions.flatMap(({ numbers }) => numbers[name] ?? [])
    if (positions.length === 0) return totals[name] === 0 ? 1 : MICRO
    return amounts.length >= 3 && amounts.every((amount) => amount !== 0) ? MICRO : 1
  }
  return Object.fromEntries(NUMBER_NAMES.map((name) => [name, toleranceOfNumber(name)])) as Record<
    NumberName,
    number
  >
}

type Places = ReturnType<typeof toleranceOf>

/** The rules that concern a subject, in the order in which they are applied: prices last. */
function rulesFor({ own, other, price, isListed }: Subject, common: readonly Rule[]): Rule[] {
  const rules = [...RULES, ...common.filter((rule) => rule !== BEYOND_PAGE || !isListed)]
  const marks = new Set<MicroPrice>()
  const [only] = own
  if (price !== null) marks.add(price)
  else if (own.length === 1 && only && other.value !== undefined && (other.shares ?? 0) > 0) {
    const implied = Math.round((other.value / Number(other.shares)) * MICRO)
    if (implied >= 0 && implied <= MICRO) marks.add(implied)
  } else for (const close of only && own.length === 1 ? only.closes : []) marks.add(close)
  return [...rules, ...[...marks].map(markedAt)]
}

/**
 * Every hypothesis that makes the numbers, the simplest first; where none does, the one that makes most of them.
 * @param most flows that are folded for it at most
 */
function hypothesesOf(subject: Subject, common: readonly Rule[], places: Places, most: number): Hypothesis[] {
  const start = subject.folded.map(unaltered)
  const rules = rulesFor(subject, common).filter(
    (rule) => start.some((one) => rule.apply(one) !== null) || rule.cause === 'MARK',
  )
  const flows = Math.max(
    1,
    start.reduce((sum, one) => sum + one.flows.length, 0),
  )
  const none = judge(subject, [], places)
  let best: Hypothesis[] = [none]
  if ((none.misses === 0 && none.isExact) || isUnread(subject)) return best
  let level: Rule[][] = [[]]
  // Some of many rules would meet a single number by chance.
  const mostRules = subject.token === null && Object.keys(subject.other).length === 1 ? 1 : MOST_RULES
  for (let size = 1; size <= mostRules; size++) {
    const next = level.flatMap((chosen) =>
      rules
        .slice(chosen.length === 0 ? 0 : rules.indexOf(defined(chosen.at(-1))) + 1)
        .map((rule) => [...chosen, rule]),
    )
    if (next.length * flows > most) break
    const judged = next
      .map((chosen) => judge(subject, chosen, places))
      .filter(({ misses }) => misses <= defined(best[0]).misses)
    const fewest = Math.min(...judged.map(({ misses }) => misses), defined(best[0]).misses)
    const fitting = judged.filter(({ misses }) => misses === fewest)
    const wasBetter = fewest < defined(best[0]).misses
    const exact = fitting.filter(({ isExact }) => isExact)
    if (wasBetter) best = exact.length > 0 ? exact : fitting
    else if (exact.length > 0 && !defined(best[0]).isExact) best = exact
    if (defined(best[0]).misses === 0 && (defined(best[0]).isExact || wasBetter || size > 1)) break
    level = next
  }
  return best
}

/** True where the events of a position are too many: only its numbers are known then. */
function isUnread({ folded }: Pick<Subject, 'folded'>): boolean {
  return folded.some(({ flows }) => flows === null)
}

function ownNumbers(own: readonly OwnPosition[]): Record<NumberName, number> {
  const sum = (name: NumberName) => own.reduce((total, { numbers }) => total + numbers[name], 0)
  return Object.fromEntries(NUMBER_NAMES.map((name) => [name, sum(name)])) as Record<NumberName, number>
}

/** The numbers of a subject under rules, which hold for every position that is tied to its own. */
function madeBy({ own, folded }: Subject, rules: readonly Rule[]): Record<NumberName, number> {
  if (isUnread({ folded })) return ownNumbers(own)
  const altered = folded.map(
    (position): Altered =>
      rules.reduce((changed, rule) => rule.apply(changed) ?? changed, unaltered(position)),
  )
  const total = Object.fromEntries(NUMBER_NAMES.map((name) => [name, 0])) as Record<NumberName, number>
  for (const numbers of foldFlows(altered).slice(0, own.length))
    for (const name of NUMBER_NAMES) total[name] += numbers[name]
  return total
}

function judge(subject: Subject, rules: readonly Rule[], places: Places): Hypothesis {
  const made = madeBy(subject, rules)
  let misses = 0
  let isExact = true
  for (const name of NUMBER_NAMES) {
    const other = subject.other[name]
    if (other === undefined) continue
    const gap = Math.abs(other - made[name])
    if (gap > 0) isExact = false
    if (gap > toleranceAt(subject, rules, name, places)) misses++
  }
  return { rules, misses, isExact }
}

/** Numbers that follow from an average price, which sites keep to a millionth of a dollar. */
const AVERAGED: ReadonlySet<NumberName> = new Set(['cost', 'realized', 'unrealized', 'pnl'])

/** The largest difference that digits make: those shown, those of an average price, and those of a price computed as value by shares. */
function toleranceAt(
  { own, price, slack }: Subject,
  rules: readonly Rule[],
  name: NumberName,
  places: Places,
): number {
  const isImplied = price === null && rules.at(-1)?.cause === 'MARK' && own.length === 1 && name !== 'shares'
  const implied = isImplied ? Math.ceil((own[0]?.numbers.shares ?? 0) / MICRO) + 2 : 0
  return Math.max(places[name], implied, AVERAGED.has(name) ? slack : 0, own.length)
}

/** Each trade rounds its price, and each purchase the average of all shares that are then held. */
function slackOf(own: readonly OwnPosition[]): number {
  let slack = 0
  for (const { flows } of own) {
    let held = 0
    for (const { kind, shares, isWhole } of flows ?? []) {
      held = isWhole ? 0 : Math.max(0, held + shares)
      if (kind === 'FILL') slack += Math.ceil(Math.abs(shares) / MICRO)
      if (shares > 0) slack += Math.ceil(held / MICRO)
    }
  }
  return slack
}

/** Rules that hold for every position, and the days that tell of a position without its events that such a rule changes it. */
const CUTS: readonly { ruleAt: (time: Seconds) => Rule; isPast: (own: OwnPosition, day: Day) => boolean }[] =
  [
    { ruleAt: startingAfter, isPast: ({ firstDay }, day) => firstDay < day },
    { ruleAt: endingAt, isPast: ({ lastDay }, day) => lastDay > day },
  ]

/** The moment at which the view begins and the one at which it ends, where that explains more positions than it spoils. */
function commonCuts(subjects: readonly Subject[], found: readonly Hypothesis[][], places: Places): Rule[] {
  const times = [
    ...new Set(
      subjects.flatMap(({ own }) => own.flatMap(({ flows }) => (flows ?? []).map(({ time }) => time))),
    ),
  ].sort((a, b) => a - b)
  if (times.length < 2) return []
  const flows = subjects.reduce(
    (sum, { folded }) => sum + folded.reduce((own, one) => own + (one.flows?.length ?? 0), 0),
    0,
  )
  const most = Math.min(MOST_MOMENTS, Math.ceil(MOST_FOLDED_IN_ALL / (2 * Math.max(1, flows))))
  const stride = Math.max(1, Math.ceil(times.length / most))
  const moments = times.filter((_time, i) => i % stride === 0 || i === times.length - 1)
  const equal = subjects.flatMap((subject, i) =>
    isUnread(subject) && isSettled(defined(found[i])) ? subject.own : [],
  )
  return CUTS.flatMap(({ ruleAt, isPast }) => {
    let best: { time: Seconds; score: number } = { time: 0, score: 0 }
    for (const time of moments) {
      const rule = ruleAt(time)
      let score = -2 * equal.filter((own) => isPast(own, dayOf(time))).length
      let isListed = false
      for (const [i, subject] of subjects.entries()) {
        const [known] = found[i] ?? []
        if (!subject.own.some((own) => rule.apply(unaltered(own)) !== null)) continue
        const marks = subject.price === null ? [] : [markedAt(subject.price)]
        const fits = judge(subject, [rule, ...marks], places).misses === 0
        const explains = fits && ((known?.rules.length ?? 0) > 0 || (known?.misses ?? 0) > 0)
        if (explains) score++
        else if (!fits && known?.rules.length === 0 && known.misses === 0) score -= 2
        if (explains && subject.isListed) isListed = true
      }
      // Rows that are not listed may be on another page.
      if (isListed && score > best.score) best = { time, score }
    }
    return best.score > 0 ? [ruleAt(best.time)] : []
  })
}

/** The number of subjects that each cause may explain. */
function votesOf(found: readonly Hypothesis[][]): ReadonlyMap<Cause, number> {
  const votes = new Map<Cause, number>()
  for (const hypotheses of found) {
    const causes = new Set(
      hypotheses.flatMap(({ misses, rules }) => (misses === 0 ? rules.map(({ cause }) => cause) : [])),
    )
    for (const cause of causes) votes.set(cause, (votes.get(cause) ?? 0) + 1)
  }
  return votes
}

/** Of equally simple hypotheses the one whose causes explain most other positions; then the more specific one. */
function bestOf(
  found: readonly Hypothesis[],
  { price }: Subject,
  votes: ReadonlyMap<Cause, number>,
): Hypothesis {
  // A price that the view shows is known, not supposed.
  const size = ({ rules }: Hypothesis) =>
    rules.length - (price !== null && rules.at(-1)?.cause === 'MARK' ? 0.5 : 0)
  const weight = ({ rules }: Hypothesis) =>
    rules.reduce((sum, { cause }) => sum + (votes.get(cause) ?? 0), 0) / Math.max(1, rules.length)
  const order = ({ rules }: Hypothesis) =>
    rules.reduce((sum, { cause }) => sum + CAUSE_NAMES.indexOf(cause), 0)
  return defined(
    [...found].sort((a, b) => size(a) - size(b) || weight(b) - weight(a) || order(a) - order(b))[0],
  )
}

/** Divides the differences among the causes of a hypothesis, in the order of its rules; the rest is rounding or unknown. */
function comparedBy(subject: Subject, { rules, misses }: Hypothesis, places: Places): ComparedPosition {
  const own = ownNumbers(subject.own)
  const steps = [own, madeBy(subject, []), ...rules.map((_rule, i) => madeBy(subject, rules.slice(0, i + 1)))]
  const causes: Cause[] = ['DUST', ...rules.map(({ cause }) => cause)]
  const numbers = NUMBER_NAMES.flatMap((name): ComparedNumber[] => {
    const other = subject.other[name]
    if (other === undefined) return []
    const parts = causes.map((cause, i): CausePart => {
      const amount = defined(steps[i + 1])[name] - defined(steps[i])[name]
      // The events that were read are not all of them where they fold to another number.
      return { cause: i === 0 && Math.abs(amount) > MICRO ? 'UNKNOWN' : cause, amount }
    })
    const rest = other - defined(steps.at(-1))[name]
    const isRounding =
      Math.abs(rest) <= toleranceAt(subject, rules, name, places) && (misses === 0 || rest !== 0)
    parts.push({ cause: isRounding ? 'DUST' : 'UNKNOWN', amount: rest })
    return [{ name, own: own[name], other, causes: addedUp(parts) }]
  })
  const { token, title, isListed } = subject
  return { token, title, isListed, numbers }
}

/** Parts by cause, the largest first, without those of 0. */
export function addedUp(parts: readonly CausePart[]): CausePart[] {
  const sums = new Map<Cause, number>()
  for (const { cause, amount } of parts) sums.set(cause, (sums.get(cause) ?? 0) + amount)
  return [...sums]
    .map(([cause, amount]) => ({ cause, amount }))
    .filter(({ amount }) => amount !== 0)
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
}
