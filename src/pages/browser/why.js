// @ts-check
// Opens the explanation of a number in a drawer over the page; without script the number leads to a page of its own.
import { fetchPage } from './key.js'

/**
 * Opens explanations in a drawer, and steps of one in the same drawer.
 * @param {(place: ParentNode) => void} enliven makes what is shown live
 */
export function openExplanations(enliven) {
  const drawer = document.createElement('dialog')
  drawer.className = 'drawer'
  drawer.setAttribute('aria-label', 'Where this number comes from')
  document.body.append(drawer)
  /** The address that was chosen last; '' once the drawer is closed. */
  let wanted = ''
  drawer.addEventListener('close', () => {
    wanted = ''
  })
  document.addEventListener('click', (event) => {
    const { target } = event
    // The ground around the drawer belongs to the dialog itself, whose own contents fill it.
    if (target === drawer && event.clientX < drawer.getBoundingClientRect().left) drawer.close()
    const link = target instanceof Element ? target.closest('a') : null
    if (
      link === null ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const isStep = drawer.contains(link) && new URL(link.href).pathname.startsWith('/explain/')
    if (link.target !== '' || !(isStep || link.classList.contains('why'))) return
    event.preventDefault()
    show(link.href)
  })

  /** @param {string} address */
  async function show(address) {
    wanted = address
    const page = await fetchPage(address).catch(() => null)
    if (wanted !== address) return
    const main = page?.querySelector('main')
    // The page itself says why it cannot be shown here.
    if (!main) return location.assign(address)
    const whole = document.createElement('a')
    whole.href = address
    whole.target = '_blank'
    whole.textContent = 'Own page, to share or print'
    const close = document.createElement('button')
    close.className = 'button plain'
    close.textContent = 'Close'
    close.addEventListener('click', () => drawer.close())
    const bar = document.createElement('p')
    bar.className = 'title'
    bar.append(whole, close)
    drawer.replaceChildren(bar, ...main.children)
    enliven(drawer)
    if (!drawer.open) drawer.showModal()
    drawer.scrollTop = 0
  }
}
