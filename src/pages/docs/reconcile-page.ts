import { html } from '../kit/html.ts'
import { ShellDocument } from '../operations.generated.ts'
import { definePage } from '../page.ts'

/** `/reconcile`: compares files of another site with the ledger; nothing of them is stored. */
export const RECONCILE_PAGE = definePage(ShellDocument, {
  path: '/reconcile',
  name: 'reconcilePage',
  parameters: {},
  async render() {
    return {
      title: 'Why does another site show a different number?',
      description:
        'Compare another site’s view of a wallet with this ledger, and see the cause of each difference.',
      modules: ['reconcile'],
      main: html`<h1>Why does another site show a different number?</h1>
      <p class="lead">Choose or drop files that you exported from another site for a wallet. Each difference gets its causes, which add up to it exactly. Your files are not stored.</p>
      <form class="card filters" data-scripted data-reconcile hidden>
        <label>Files<input type="file" name="files" multiple accept=".json,.csv,application/json,text/csv"></label>
        <label>Wallet, if not in the files<input name="trader" placeholder="0x…" pattern="0[xX][0-9a-fA-F]{40}" maxlength="42" autocomplete="off" spellcheck="false"></label>
        <button class="button">Compare</button>
        <p class="small">Without files, a wallet is compared with Polymarket’s own subgraph.</p>
      </form>
      <div role="status" data-reconciled></div>
      <noscript><p class="calm">This page needs JavaScript. Without it, run <code>npx pequod reconcile positions.json</code>.</p></noscript>
      <p>Accepted: responses of the Data API (positions, closed positions, activity, trades, a profile or a leaderboard) and CSV exports with a header, up to 20 files. <a href="/docs/api#why-another-site-says-something-else">The meaning of each cause</a></p>`,
    }
  },
})
