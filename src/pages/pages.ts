import { ACCOUNT_PAGE } from './account/account-page.ts'
import { DOCS_PAGES } from './docs/docs-pages.ts'
import { HOME_PAGE } from './home/home-page.ts'
import type { Page } from './kit/page.ts'
import { LEADERBOARD_PAGE } from './leaderboard/leaderboard-page.ts'
import { MARKET_PAGE } from './markets/market-page.ts'
import { MARKETS_PAGE } from './markets/markets-page.ts'
import { SEARCH_PAGE } from './search/search-page.ts'
import { SMART_MONEY_PAGE } from './smart-money/smart-money-page.ts'
import { TRADER_PAGE } from './trader/trader-page.ts'
import { WHALES_PAGE } from './whales/whales-page.ts'

/** Every page of the explorer that asks operations. */
export const PAGES: readonly Page[] = [
  HOME_PAGE,
  LEADERBOARD_PAGE,
  TRADER_PAGE,
  MARKETS_PAGE,
  MARKET_PAGE,
  WHALES_PAGE,
  SMART_MONEY_PAGE,
  SEARCH_PAGE,
  ACCOUNT_PAGE,
  ...DOCS_PAGES,
]
