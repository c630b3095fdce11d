import { html } from '../kit/html.ts'
import { ShellDocument } from '../operations.generated.ts'
import { definePage } from '../page.ts'

/** `/verify`: checks a file of a proof in the browser, which sends it nowhere. */
export const VERIFY_PAGE = definePage(ShellDocument, {
  path: '/verify',
  name: 'verifyPage',
  parameters: {},
  async render() {
    return {
      title: 'Check a proof',
      description: 'Check a proof of a trader’s state in your browser: the file never leaves your computer.',
      isText: true,
      feed: 'log',
      modules: ['verify'],
      main: html`<h1>Check a proof</h1>
      <p class="lead">A proof links a trader’s profit at the close of a day to a signed log. Your browser checks proofs, records of registered rules and whale alerts. The file never leaves your computer.</p>
      <form class="card filters" data-scripted data-verify hidden>
        <label>Proof<input type="file" name="proof" accept=".json,application/json" required></label>
        <label>Trusted key (optional)<input name="key" maxlength="200" autocomplete="off" spellcheck="false" placeholder="name+hash+key"></label>
        <button class="button">Check</button>
      </form>
      <div role="status" data-verified></div>
      <noscript><p class="calm">This page needs JavaScript. Without it, run <code>npx pequod verify-proof proof.json</code>, or <code>python3 docs/verify_proof.py proof.json</code>, a program of 150 lines.</p></noscript>
      <p>Anyone can sign a log of invented trades, so compare the key with the one that the service publishes at <a href="/.well-known/pequod.json"><code>/.well-known/pequod.json</code></a>, and see <a href="/docs/proofs">what a proof means</a>. The <code>verify-proof</code> command checks more of a full proof: it replays every event.</p>`,
    }
  },
})
