// @ts-check
// A trial's page shows how far it has come; a rule is sent with the key of the tab, where a form of its own could not.
import { credentials, fetchPage, readKey, UNAVAILABLE } from './key.js'
import { enliven, showOwnView } from './page.js'

const LOOK_EVERY = 1_500

/** The part that is done, and in the end the answer. */
async function look() {
  const shown = document.querySelector('[data-trial]')
  if (shown === null || document.hidden) return
  const page = await fetchPage(location.href).catch(() => null)
  const fresh = page?.querySelector(`[data-trial="${shown.getAttribute('data-trial')}"]`)
  if (page === null || !shown.isConnected) return
  if (!fresh) return showOwnView(true)
  const [bar, now] = [shown.querySelector('progress'), fresh.querySelector('progress')]
  if (bar && now) bar.value = now.value
  for (const part of ['h2', '[role=status]']) {
    const [old, next] = [shown.querySelector(part), fresh.querySelector(part)]
    if (old && next && old.textContent !== next.textContent) old.textContent = next.textContent
  }
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.append(name, String(value))
  const answer = await fetch('/lab', {
    method: 'POST',
    headers: { Accept: 'text/html', ...credentials() },
    body,
  }).catch(() => null)
  if (answer === null) return UNAVAILABLE
  if (answer.redirected) {
    location.assign(answer.url)
    return 'Started.'
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const main = page.querySelector('main')
  if (main === null) return 'The service could not start the trial: try again in a moment.'
  document.querySelector('main')?.replaceWith(document.adoptNode(main))
  enliven(main)
  main.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  return ''
}

addEventListener('submit', async (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-rule]') || readKey() === null) return
  event.preventDefault()
  const button = form.querySelector('button')
  if (button === null || button.disabled) return
  button.disabled = true
  const said = await send(form)
  button.disabled = false
  const status = form.querySelector('[role=status]')
  if (status) status.textContent = said
})
setInterval(look, LOOK_EVERY)
