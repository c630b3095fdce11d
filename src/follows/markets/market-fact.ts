import type { MarketNotice } from '../../delivery/notices/market-notice.ts'
import type { Notice } from '../follow.ts'

/** News that is the same for all followers of a market; of a holder also the outcome, for those who follow that one. */
export type MarketFact = Notice<{ message: MarketNotice; outcome: number | null }>
