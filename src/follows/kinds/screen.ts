import type { ScreenNotice } from '../../delivery/notices.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import { findScreen, SCREEN_ID, unknownScreen } from '../../screens/screens.ts'
import type { FollowKind } from '../follow.ts'
import { beginTop, type TopState, topField, topNotice } from '../leaderboards.ts'
import { type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import { type ScreenNews, watchScreens } from '../watch-screens.ts'

const FIELDS = { top: topField(20, 'Members') } as const satisfies RuleFields

type ScreenRules = RulesOf<typeof FIELDS>

/** A saved screen. It notifies of traders who enter or leave its top, and of its own end. */
export const SCREEN: FollowKind<ScreenRules, TopState, ScreenNews> = {
  name: 'screen',
  title: 'Screen',
  plural: 'screens',
  limits: { FREE: 2, PRO: 20 },
  keptSeconds: 7 * DAY_SECONDS,
  subject: {
    name: 'screen',
    limits: { pattern: SCREEN_ID.source, form: 'the 22 characters of an id' },
    text: 'The id of a saved screen of the caller, or of a public one: {limits}.',
    placeholder: 'ID',
    label: 'Screen, by its id',
  },
  shown: { name: 'screenId', type: 'String', text: 'The id of the screen.' },
  text: 'A saved screen, and the number of its first members whose changes send a notification.',
  fields: FIELDS,
  input: rulesInput(FIELDS),
  async find(sql, text, { accountId }) {
    const screen = await findScreen(sql, accountId, text)
    if (screen === null) throw unknownScreen()
    return screen.id
  },
  usual: () => ({ top: 20 }),
  words: ({ top }) => `traders entering or leaving the top ${top}`,
  begin: beginTop,
  wants(follower, { news }): ScreenNotice | null {
    const { screen, title, path } = news
    const notice = topNotice(follower, news, screen)
    return notice && { ...notice, screen, title, path }
  },
  isOfSnapshot: () => true,
  group: (screen) => `screen ${screen}`,
  watchSnapshot: (look) => watchScreens(look, SCREEN),
}
