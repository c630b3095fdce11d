import { TABS, type Tab } from '../../metrics/leaderboards.ts'
import { builder } from '../kit/builder.ts'

export type TabName = Tab['name']

/** The tabs in GraphQL; each value carries its name on the wire in `extensions.wire`. */
export const TabEnum = builder.enumType('Tab', {
  description:
    'The leaderboard tabs: the numbers that traders are ranked by. Each tab has one leaderboard per period.',
  values: Object.fromEntries(
    TABS.map((tab) => [
      tab.name,
      {
        value: tab.name,
        description: `${tab.title}: the metric \`${tab.metric}\`, highest first. Eligible: ${tab.eligible}.`,
        extensions: { wire: tab.wire },
      },
    ]),
  ),
})
