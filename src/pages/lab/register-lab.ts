import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { meets, tierRefusal } from '../../access/tier.ts'
import { UNKEPT } from '../../answers/headers.ts'
import { PequodError } from '../../errors.ts'
import { readRule } from '../../lab/rule.ts'
import {
  StartBacktestDocument,
  type StartBacktestMutationVariables,
} from '../../rest/operations/operations.generated.ts'
import { EXPLORER_POLICY } from '../kit/layout.ts'
import { createAsk, type PageOptions } from '../kit/page-answers.ts'
import { renderPage } from '../kit/render-page.ts'
import type { Page } from '../page.ts'
import { LAB_PAGE, labContent } from './lab-page.ts'
import { type RuleValues, ruleOfForm } from './rule-form.ts'

/** Bytes of a form: 200 wallets, encoded. */
const MOST_BYTES = 20_000

/**
 * Adds the address that the form of a rule is sent to: it starts the trial and leads to its page, or shows the form again with the
 * sentence of its refusal. A session counts only where the browser says that the form is of this site.
 */
export function registerLabForm(app: FastifyInstance, pages: readonly Page[], options: PageOptions): void {
  const start = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const values = valuesOf(String(request.body ?? ''))
    const context = options.contextOf(request)
    const { tier } = context.caller
    if (!meets(tier, 'PRO')) throw tierRefusal(tier, 'PRO')
    const ask = createAsk(options.executor, {}, context)
    try {
      const { startBacktest } = await ask(StartBacktestDocument, variablesOf(values))
      return reply.headers(UNKEPT).redirect(`/lab/${startBacktest.backtest.id}`, 303)
    } catch (error) {
      if (!(error instanceof PequodError) || !SHOWN.has(error.code)) throw error
      const refused = { values, problem: error.message }
      const page: Page = { ...LAB_PAGE, render: (view) => labContent(view, refused) }
      const reader = { ask, caller: context.caller, hasSignIn: options.hasSignIn === true }
      const body = await renderPage(page, {}, reader, { ...options, pages })
      reply.headers({ ...UNKEPT, 'Content-Security-Policy': EXPLORER_POLICY })
      return reply.code(error.status).type('text/html; charset=utf-8').send(body)
    }
  }
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      async (_request: FastifyRequest, body: string | Buffer) => body,
    )
    scope.post('/lab', { config: { isExplorer: true } }, start)
  })
}

/** Refusals that the form shows: a wrong field, and a trial that is under way. */
const SHOWN: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'RATE_LIMITED', 'FORBIDDEN'])

function valuesOf(body: string): RuleValues {
  const given = Map.groupBy(new URLSearchParams(body), ([name]) => name)
  return Object.fromEntries([...given].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]))
}

/** @throws PequodError BAD_USER_INPUT with a sentence that names the field */
function variablesOf(values: RuleValues): StartBacktestMutationVariables {
  const { text } = readRule(ruleOfForm(values))
  const categories = text.entry.categories.map((name) => name.toUpperCase())
  // GraphQL's names are those of the rule, but for categories.
  return { ...text, entry: { ...text.entry, categories } } as StartBacktestMutationVariables
}
