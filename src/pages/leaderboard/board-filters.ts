import type { Tier } from '../../access/tier.ts'
import { meets } from '../../access/tier.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import { type Html, html } from '../kit/html.ts'
import { titleCase } from '../kit/words.ts'
import type { Given } from '../page.ts'

interface BoardFilters {
  tab: Tab
  tier: Tier
  path: string
  given: Given
}

/** A form with every filter of a board that its caller may use; it opens where one of them is set. */
export function boardFilters({ tab, tier, path, given }: BoardFilters): Html {
  const isOpen = ['category', 'minVolume', 'minTrades', 'coverage', 'asOf', 'from', 'to'].some(
    (name) => given[name],
  )
  const mayCount = tab.access === 'PUBLIC' || meets(tier, 'FREE')
  return html`<details class="menu"${isOpen && html` open`}><summary>Filters and dates</summary>
  <form class="filters" action="${path}">
    ${given.excludeBots && html`<input type="hidden" name="excludeBots" value="${given.excludeBots}">`}
    ${tab.isSliced && html`<label>Category<select name="category"><option value="">All</option>${MARKET_CATEGORIES.map((name) => categoryOption(name, given.category))}</select></label>`}
    ${
      mayCount &&
      html`<label>Min. volume ($)<input type="number" name="minVolume" min="0" step="any" value="${given.minVolume}"></label>
    <label>Min. trades<input type="number" name="minTrades" min="0" value="${given.minTrades}"></label>`
    }
    <label>As of the close of<input type="date" name="asOf" value="${given.asOf}"></label>
    ${
      meets(tier, 'PRO') &&
      tab.isSliced &&
      html`<label>Window from<input type="date" name="from" value="${given.from}"></label>
    <label>to<input type="date" name="to" value="${given.to}"></label>`
    }
    ${mayCount && html`<label class="check"><input type="checkbox" name="coverage" value="whole"${given.coverage && html` checked`}>Complete histories only</label>`}
    <button class="button">Apply</button>
    ${isOpen && html`<a href="${path}">Clear</a>`}
  </form></details>`
}

/** A category as a choice of a form. @param chosen as the address says it */
export function categoryOption(name: string, chosen: string | undefined): Html {
  const wire = name.toLowerCase()
  return html`<option value="${wire}"${wire === chosen && html` selected`}>${titleCase(name)}</option>`
}
