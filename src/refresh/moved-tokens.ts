import { type Marks, UNRESOLVED } from './marks.ts'
import type { DaySpan } from './moved-days.ts'

/** Tokens whose mark changed, or whose outcome became known, on a day of the span. */
export function movedTokens(marks: Marks, { after, upTo }: DaySpan): number[] {
  const tokens: number[] = []
  for (let token = 0; token < marks.condition.length; token++) {
    const resolvedOn = marks.resolvedOn[token] ?? UNRESOLVED
    const isResolvedThen = resolvedOn > after && resolvedOn <= upTo
    if (isResolvedThen || hasEntry(marks, token, { after, upTo })) tokens.push(token)
  }
  return tokens
}

function hasEntry(marks: Marks, token: number, { after, upTo }: DaySpan): boolean {
  const start = marks.start[token] ?? 0
  for (let i = (marks.start[token + 1] ?? start) - 1; i >= start; i--) {
    const day = marks.day[i] ?? 0
    if (day <= after) return false
    if (day <= upTo) return true
  }
  return false
}
