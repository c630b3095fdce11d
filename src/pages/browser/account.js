// @ts-check
// A key that is pasted stays in the tab; what the page then shows is what its caller may see.
import { credentials, forgetKey, keepKey, readKey } from './key.js'

function enliven() {
  const form = document.querySelector('[data-key-form]')
  const status = document.querySelector('[data-key-status]')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const key = String(new FormData(/** @type {HTMLFormElement} */ (form)).get('key')).trim()
    const answer = await fetch('/account', { headers: { Accept: 'text/html', ...credentials(key) } })
    if (answer.ok) {
      keepKey(key)
      location.reload()
    } else if (status) {
      status.textContent =
        answer.status === 401
          ? 'That key does not work: it may be revoked, expired or cut short.'
          : 'The service could not check the key: try again in a moment.'
    }
  })
  document.querySelector('[data-key-forget]')?.addEventListener('click', () => {
    forgetKey()
    location.reload()
  })
  if (readKey() !== null) showLimits()
}

async function showLimits() {
  const place = document.querySelector('[data-limits]')
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { ...credentials(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ rateLimit { limit remaining } }' }),
  }).catch(() => null)
  const { data } = (await answer?.json()) ?? {}
  if (!place || !data?.rateLimit) return
  const { limit, remaining } = data.rateLimit
  const used = (limit - remaining).toLocaleString('en')
  place.textContent = `Queries of the last minute cost ${used} of ${limit.toLocaleString('en')} values.`
}

addEventListener('pequod:view', enliven)
enliven()
