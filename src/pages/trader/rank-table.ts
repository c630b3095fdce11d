import { leaderboardById } from '../../metrics/leaderboards.ts'
import { type Html, html } from '../kit/html.ts'
import type { RankOnABoardFragment } from '../operations.generated.ts'
import { count } from '../parts/amounts.ts'
import { ordinal } from '../parts/words.ts'

/** A trader's ranks, best first. */
export function rankTable(ranks: readonly RankOnABoardFragment[]): Html {
  if (ranks.length === 0) return html`<p class="tiny">Not on any leaderboard.</p>`
  const sorted = ranks.toSorted((one, other) => one.rank / one.entryCount - other.rank / other.entryCount)
  return html`<div class="table"><table><thead><tr><th scope="col" class="l">Leaderboard</th><th scope="col">Rank</th><th scope="col">Of</th></tr></thead>
    <tbody>${sorted.map(
      ({ leaderboard, rank, entryCount }) =>
        html`<tr><td class="l"><a href="/leaderboard/${leaderboard}">${leaderboardById(leaderboard)?.title ?? leaderboard}</a></td><td class="big">${ordinal(rank)}</td><td>${count(entryCount)}</td></tr>`,
    )}</tbody></table></div>`
}
