/** Sources of money besides trading: the Data API's types that become an INCOME event. */
export const INCOME_REASONS: ReadonlySet<string> = new Set([
  'REWARD',
  'MAKER_REBATE',
  'TAKER_REBATE',
  'REFERRAL_REWARD',
  'YIELD',
])
