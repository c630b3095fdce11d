import type { Plugin } from '@envelop/core'
import { type ASTVisitor, type DocumentNode, GraphQLError, parse, type ValidationContext } from 'graphql'
import { messageStatus } from '../errors.ts'
import { documentSize } from './document-size.ts'

/** Maximum tokens of a document; the longest query of an explorer has some 300. */
export const MAX_TOKENS = 1_500
/**
 * Maximum levels of fields: a path from a leaderboard to the other traders of its traders' markets has 18, and its cost
 * bounds it.
 */
export const MAX_DEPTH = 20
/** Renamed fields, spread fragments counted each time. */
export const MAX_ALIASES = 30
/** Each counted at its place; a query that switches parts of itself on and off has a few. */
const MAX_DIRECTIVES = 20

/** Bounds a document before it runs: its tokens, depth, aliases and directives. */
export function limitPlugins(): Plugin[] {
  return [useTokenLimit(), useSizeLimit()]
}

function useTokenLimit(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: Parameters<typeof parse>[0], options: Parameters<typeof parse>[1]) =>
        parseWithinLimit(source, options),
      )
    },
  }
}

/**
 * Parses a document of at most {@link MAX_TOKENS}; the parser stops at a longer one before that can exhaust its stack.
 * @throws GraphQLError QUERY_TOO_COSTLY for a longer one; a syntax error as graphql makes it
 */
export function parseWithinLimit(
  source: Parameters<typeof parse>[0],
  options?: Parameters<typeof parse>[1],
): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof GraphQLError && error.message.includes(`more that ${MAX_TOKENS} tokens`)) {
      throw tooCostly(`The document exceeds ${MAX_TOKENS} tokens: split it into several requests.`)
    }
    throw error
  }
}

function useSizeLimit(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(DocumentSizeRule)
    },
  }
}

/**
 * Refuses documents deeper than {@link MAX_DEPTH}, with more than {@link MAX_ALIASES} aliases or more than
 * {@link MAX_DIRECTIVES} directives.
 */
export function DocumentSizeRule(context: ValidationContext): ASTVisitor {
  let directives = 0
  return {
    Directive() {
      directives++
      if (directives === MAX_DIRECTIVES + 1)
        context.reportError(tooCostly(`The document exceeds ${MAX_DIRECTIVES} directives: remove some.`))
    },
    Document(document) {
      const { depth, aliases } = documentSize(document)
      if (depth > MAX_DEPTH) {
        context.reportError(
          tooCostly(
            `The query is ${depth} levels deep, and the limit is ${MAX_DEPTH}: request deeper fields separately.`,
          ),
        )
      }
      if (aliases > MAX_ALIASES) {
        context.reportError(
          tooCostly(
            `The query has ${aliases} aliases, and the limit is ${MAX_ALIASES}: split it into several requests.`,
          ),
        )
      }
    },
  }
}

const TOO_COSTLY = 'QUERY_TOO_COSTLY'

function tooCostly(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: TOO_COSTLY, http: { spec: true, status: messageStatus(TOO_COSTLY) } },
  })
}
