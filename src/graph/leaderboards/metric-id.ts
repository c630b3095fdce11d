import { METRICS, type MetricId } from '../../metrics/registry.ts'
import { wireEnum } from '../kit/wire-enum.ts'

const SAID: ReadonlyMap<MetricId, string> = new Map(
  METRICS.map(({ id, title, unit }) => [id, `${title}. Unit: ${unit}.`]),
)

export const MetricIdEnum = wireEnum<MetricId>('MetricId', {
  description: 'The ids of the metrics; `metrics` has their definitions.',
  wires: METRICS.map(({ id }) => id),
  says: (id) => SAID.get(id) ?? id,
  // An id is in camelCase, as fields are: `maxDrawdownPct` is MAX_DRAWDOWN_PCT.
  nameOf: (id) => id.replaceAll(/[A-Z]/g, '_$&').toUpperCase(),
})
