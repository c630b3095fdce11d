// @ts-check
// The service worker: it shows push messages, and caches nothing.
/** The worker's own scope, whose types exclude those of a page. */
const worker = /** @type {any} */ (self)

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title = 'Pequod', body, url, code } = event.data?.json() ?? {}
  const told = async () => {
    const pages = code ? await worker.clients.matchAll({ includeUncontrolled: true }) : []
    for (const page of pages) page.postMessage({ code })
    await worker.registration.showNotification(title, { body, icon: '/assets/icon-192.png', data: { url } })
  }
  event.waitUntil(told())
})

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close()
  event.waitUntil(worker.clients.openWindow(event.notification.data.url ?? '/'))
})
