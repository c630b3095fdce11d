// @ts-check
// Push messages to this browser: offered beside a follow that no channel gets, and on the account page; never on arrival.
import { ask } from './key.js'

/**
 * Shows the button of a place that subscribes this browser, where the browser and the service can.
 * @param {Element | null | undefined} place
 */
export async function offerPush(place) {
  const offer = place?.querySelector('[data-push]')
  if (!(offer instanceof HTMLElement) || !offer.hidden) return
  const isAble =
    'serviceWorker' in navigator && 'PushManager' in window && Notification.permission !== 'denied'
  const answer = isAble ? await fetch('/push-key') : null
  // Another call may have offered it meanwhile.
  if (answer?.status !== 200 || !offer.hidden) return
  offer.hidden = false
  const key = await answer.text()
  const [button, status] = [offer.querySelector('button'), offer.querySelector('[role=status]')]
  button?.addEventListener('click', async () => {
    button.disabled = true
    const words = await subscribe(key, JSON.parse(offer.dataset.push ?? '{}')).catch(({ message }) => message)
    button.disabled = false
    if (status) status.textContent = words
  })
}

/**
 * Adds this browser to the account's channels, and confirms it by the code that it is pushed.
 * @param {string} key
 * @param {{ read: string, write: string, confirm: string }} operations
 */
async function subscribe(key, { read, write, confirm }) {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'The browser does not allow notifications of this site.'
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const target = JSON.stringify({ endpoint, keys })
  const channels = async () => (await ask(read)).data.viewer.alertChannels
  /** @type {Promise<string>} */
  const code = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('message', ({ data }) => data.code && resolve(data.code)),
  )
  /** @type {{ id: string, kind: string, target: string }[]} */
  const before = await channels()
  const others = before
    .filter((one) => one.target !== target)
    .map((one) => ({ kind: one.kind, target: one.target }))
  await ask(write, { channels: [...others, { kind: 'PUSH', target }] })
  /** @type {{ id: string, target: string } | undefined} */
  const own = (await channels()).find((/** @type {{ target: string }} */ one) => one.target === target)
  await ask(confirm, { id: own?.id, code: await code })
  return 'This browser gets your notifications.'
}
