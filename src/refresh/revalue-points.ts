import type { Day, MicroUsd } from '../ledger/quantities.ts'

type Point = [day: number, pnl: number, realizedPnl: number, volume: number]

const ORIGIN: Point = [0, 0, 0, 0]

/**
 * A trader's series after holdings became worth `change` more at the close of its last day, everything else the same.
 * Only the end of the text is read: a series can be long.
 * @param points the series as JSON; null where no day had a point
 * @returns the series; undefined where its last point may no longer be one, which only the trader's ledger tells
 */
export function revaluePoints(points: string | null, day: Day, change: MicroUsd): string | undefined {
  if (points === null) return `[${JSON.stringify([day, change, 0, 0])}]`
  const at = points.lastIndexOf('[')
  const [lastDay, pnl, realized, volume] = pointAt(points, at)
  if (lastDay !== day) return `${points.slice(0, -1)},${JSON.stringify([day, pnl + change, realized, 0])}]`
  const [, pnlBefore, realizedBefore] = at > 1 ? pointAt(points, points.lastIndexOf('[', at - 1)) : ORIGIN
  const isMoved = pnl + change !== pnlBefore || realized !== realizedBefore
  if (!isMoved && volume === 0) return undefined
  return `${points.slice(0, at)}${JSON.stringify([day, pnl + change, realized, volume])}]`
}

function pointAt(points: string, at: number): Point {
  return JSON.parse(points.slice(at, points.indexOf(']', at) + 1)) as Point
}
