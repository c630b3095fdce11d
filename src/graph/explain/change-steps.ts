import type { Day } from '../../ledger/quantities.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import { type Step, stepOf } from '../kit/explanation.ts'
import type { PositionAt, PositionSum } from './position-steps.ts'
import { dateOf, valueText } from './step-texts.ts'

// The reasons why a number moved between two closes: the steps of both, less what they share.

/** A position's part of a change: its part at the later close less that at the earlier one. */
export function positionChange(
  { end, start }: { end: TraderPosition; start: TraderPosition | null },
  sum: PositionSum,
  { since, ...at }: PositionAt & { since: Day },
): Step {
  const before = start === null ? 0 : sum.of(start)
  const value = sum.of(end) - before
  const say = (amount: number) => valueText(amount, sum.unit)
  return stepOf({
    name: `${end.token}`,
    token: end.token,
    unit: sum.unit,
    value,
    text: `At the later close ${say(sum.of(end))} − at the close of ${dateOf(since)} ${say(before)} = ${say(value)}.`,
    steps: async () =>
      differences(
        await sum.partsOf(end, at),
        start === null ? [] : await sum.partsOf(start, { ...at, day: since }),
        since,
      ),
  })
}

/** Days after the earlier close, or parts: those that are sums by their new days, others as they are at each close. */
function differences(now: readonly Step[], then: readonly Step[], since: Day): Step[] {
  const before = new Map(then.map((step) => [step.name, step]))
  const kept = now.flatMap((step): Step[] => {
    if (step.day !== null) return step.day > since ? [step] : []
    const old = before.get(step.name)
    if (old === undefined) return [step]
    if (step.kind !== 'SUM' || old.kind !== 'SUM') return [step, earlier(old, since)]
    const value = Number(step.value) - Number(old.value)
    if (value === 0) return []
    const text = `${step.title} that was added after ${dateOf(since)}: ${valueText(value, step.unit)}.`
    const steps = async () => differences((await step.steps?.()) ?? [], (await old.steps?.()) ?? [], since)
    return [stepOf({ ...step, value, text, steps })]
  })
  const names = new Set(now.map(({ name }) => name))
  return [
    ...kept,
    ...then.filter(({ name, day }) => day === null && !names.has(name)).map((old) => earlier(old, since)),
  ]
}

/** A step of the earlier close, which is taken away. */
export function earlier(step: Step, since: Day): Step {
  const title = `${step.title ?? 'The number'} at the close of ${dateOf(since)}`
  return { ...step, name: `start-${step.name}`, title, sign: step.sign === 1 ? -1 : 1 }
}
