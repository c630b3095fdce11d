import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { createKeptAnswers } from '../../answers/answer-cache.ts'
import { PequodError } from '../../errors.ts'
import { momentText } from '../../formats.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { asAnonymous } from '../kit/as-anonymous.ts'
import { createAsk, type PageOptions } from '../kit/page-answers.ts'
import { contentOf, givenOf, type PageReader } from '../kit/render-page.ts'
import { ShellDocument } from '../operations.generated.ts'
import { type Ask, type Given, orNotYet, type Page } from '../page.ts'
import { CARD_POLICY, type Card, cardSvg } from './card.ts'

const { resolve } = createRequire(import.meta.url)
/** Widest in scripts among open fonts that npm has as files: names come in all of them. */
export const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  resolve(`dejavu-fonts-ttf/ttf/${name}`),
)
/** Pictures that wait for their turn at most: each takes a core for some 0.1 s. */
const MOST_WAITING = 20

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Renders an SVG as PNG beside the event loop, one after another. It loads no system fonts and no pictures.
 * Rejects with a PequodError SERVICE_UNAVAILABLE if too many are queued.
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

const FORMATS = [
  { extension: 'svg', type: 'image/svg+xml; charset=utf-8', isPacked: false },
  { extension: 'png', type: 'image/png', isPacked: true },
] as const

/**
 * Adds the cards of pages, `/trader/{address}/card.png` and so on. They show the public view to every caller,
 * since they are made to be shared.
 */
export function registerCards(app: FastifyInstance, pages: readonly Page[], options: PageOptions): void {
  for (const page of pages)
    if (page.hasCard) for (const format of FORMATS) registerCard(app, { page, format }, options)
}

function registerCard(
  app: FastifyInstance,
  { page, format }: { page: Page; format: (typeof FORMATS)[number] },
  options: PageOptions,
): void {
  const { executor, contextOf, answers, version } = options
  const path = `${page.path}/card.${format.extension}`
  const answer = createKeptAnswers(
    { path, name: `${page.name} card ${format.extension}` },
    {
      answers,
      version,
      contentType: format.type,
      isPacked: format.isPacked,
      async make(given, context: RequestContext) {
        const ask = createAsk(executor, page.parameters, context)
        const svg = await renderCard(page, given as Given, { ask, caller: context.caller })
        return { body: format.isPacked ? await renderPng(svg) : Buffer.from(svg), next: null }
      },
    },
  )
  app.get<{ Params: Record<string, unknown>; Querystring: Record<string, unknown> }>(
    path,
    { config: { isExplorer: true } },
    (request, reply) => {
      reply.headers({
        'Content-Security-Policy': CARD_POLICY,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      const variables = givenOf(page, { path: request.params, query: request.query })
      return answer(request, reply, { variables, context: asAnonymous(contextOf(request)) })
    },
  )
}

/** Renders a page's card as SVG, as its reader may see it. Rejects with the operation's failure. */
export async function renderCard(page: Page, given: Given, reader: PageReader): Promise<string> {
  return cardSvg(await cardOf(page, given, reader), await footerOf(reader.ask))
}

/** A page's card. Rejects with the operation's failure, and with a PequodError NOT_FOUND for a view without one. */
export async function cardOf(page: Page, given: Given, reader: PageReader): Promise<Card> {
  const { card } = await contentOf(page, given, reader)
  if (card == null) throw new PequodError('NOT_FOUND', 'This view has no picture.')
  return card
}

async function footerOf(ask: Ask) {
  const shell = await orNotYet(ask(ShellDocument, {}))
  if (shell === null) return { as: '', isSimulated: false }
  const { cutoff, simulation } = shell.service
  return { as: `As of ${momentText(cutoff.time)}, from public on-chain activity`, isSimulated: simulation }
}
