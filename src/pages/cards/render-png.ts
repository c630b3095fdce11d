import { createRequire } from 'node:module'
import { PequodError } from '../../errors.ts'

const { resolve } = createRequire(import.meta.url)
/** Widest in scripts among open fonts that npm has as files: names come in all of them. */
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`))
/** Pictures that wait for their turn at most: each takes a core for some 0.1 s. */
const MOST_WAITING = 20

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * An SVG as PNG, made beside the event loop, one after another. It loads nothing: no font of the system, no picture.
 * Rejects with a PequodError SERVICE_UNAVAILABLE where too many wait.
 */
export async function renderPng(svg: string): Promise<Buffer> {
  if (waiting >= MOST_WAITING)
    throw new PequodError('SERVICE_UNAVAILABLE', 'Too many pictures are being rendered: retry in a moment.', {
      retryAfter: 2,
    })
  waiting++
  const turn = last.then(async () => {
    // Loaded when it is first needed: where npm has no binary of it for a platform, the rest of the service runs.
    const { renderAsync } = await import('@resvg/resvg-js')
    const font = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'DejaVu Sans' }
    return (await renderAsync(svg, { font })).asPng()
  })
  last = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting--
  }
}
