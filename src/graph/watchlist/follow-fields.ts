import { meets, type Tier } from '../../access/tier.ts'
import { clockText, type QuietHours } from '../../follows/quiet-hours.ts'
import { CLOCK, ZONE } from '../../follows/rule-fields.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { GraphSchemaTypes } from '../kit/builder.ts'

/** What every follow has, whatever is followed. */
interface Follow {
  quietHours: QuietHours | null
  followedAt: Seconds
}

/** The fields of a follow that do not depend on what is followed. */
export function followFields<Shape extends Follow>(
  t: PothosSchemaTypes.ObjectFieldBuilder<GraphSchemaTypes, Shape>,
) {
  return {
    quietFrom: t.string({
      nullable: true,
      limits: CLOCK,
      description: 'Start of the quiet hours, {limits}. Null without any.',
      resolve: ({ quietHours }) => quietHours && clockText(quietHours.from),
    }),
    quietTo: t.string({
      nullable: true,
      limits: CLOCK,
      description:
        'End of the quiet hours, {limits}: notifications held during them are sent then, as one digest. Null without any.',
      resolve: ({ quietHours }) => quietHours && clockText(quietHours.to),
    }),
    timeZone: t.string({
      nullable: true,
      description: 'Time zone of the quiet hours, such as Europe/Berlin. Null without any.',
      resolve: ({ quietHours }) => quietHours?.zone ?? null,
    }),
    followedAt: t.field({
      type: 'DateTime',
      description: 'When the caller began to follow it.',
      resolve: ({ followedAt }) => followedAt,
    }),
  }
}

/** The fields of an input that say in which hours nothing is sent. */
export function quietHoursInput(t: PothosSchemaTypes.InputFieldBuilder<GraphSchemaTypes, 'InputObject'>) {
  return {
    quietFrom: t.string({
      limits: CLOCK,
      description: 'Start of the quiet hours, {limits}; requires `quietTo` and `timeZone`. Default: none.',
    }),
    quietTo: t.string({
      limits: CLOCK,
      description:
        'End of the quiet hours, {limits}: notifications held during them are sent then, as one digest.',
    }),
    timeZone: t.string({
      limits: ZONE,
      description: 'IANA name of the time zone of the quiet hours, such as Europe/Berlin, {limits}.',
    }),
  }
}

/** The tier whose number of follows a caller may have. */
export function followTier(tier: Tier): 'PRO' | 'FREE' {
  return meets(tier, 'PRO') ? 'PRO' : 'FREE'
}
