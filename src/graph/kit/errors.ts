import { GraphQLError } from 'graphql'
import type { ZodError } from 'zod'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import {
  type ErrorCode,
  graphqlCode,
  INTERNAL_MESSAGE,
  type InputProblem,
  isErrorCode,
  PequodError,
} from '../../errors.ts'

/** Returns the fields given in an input; null counts as omitted. */
export function givenFields(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

/**
 * The refusal of a field's arguments: BAD_USER_INPUT with one problem for each argument, or field of one (`input.name`), that was wrong. A check's
 * message is a predicate ("must be between 1 and 1000"), so that the argument's name before it makes a sentence.
 */
export function argumentError(error: Pick<ZodError, 'issues'>): PequodError {
  const problems = error.issues.map(
    (issue): InputProblem => ({
      in: 'argument',
      name: issue.path.filter((part) => typeof part === 'string').join('.') || 'arguments',
      message: issue.message,
    }),
  )
  const sentence = problems.map((problem) => `The argument ${problem.name} ${problem.message}.`).join(' ')
  return new PequodError('BAD_USER_INPUT', sentence, { problems })
}

/** Failures of the request as a whole: they set the status of an answer without data. */
const WHOLE_REQUEST: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
])

/**
 * Returns the part of an error that a caller may see, always with a code of the catalogue in
 * `extensions.code`. A PequodError keeps its sentence, with `problems` and `retryAfter` in the extensions. A
 * fault of the document or its variables is BAD_USER_INPUT in graphql's words, shortened. Every other error
 * is INTERNAL, without details unless `dev` is set, which adds its message and stack. Masking twice changes
 * nothing.
 */
export function maskError(error: unknown, dev: boolean): GraphQLError {
  if (error instanceof GraphQLError && isMasked(error)) return error
  const cause = rootOf(error)
  if (cause instanceof PequodError) return masked(error, cause.message, extensionsOf(cause))
  if (error instanceof GraphQLError && isCallersFault(error)) {
    const { http } = error.extensions
    return masked(error, withShortQuotes(error.message), {
      code: 'BAD_USER_INPUT',
      ...(http === undefined ? {} : { http }),
    })
  }
  if (!dev) return masked(error, INTERNAL_MESSAGE, { code: 'INTERNAL' })
  return cause instanceof Error
    ? masked(error, cause.message, { code: 'INTERNAL', stack: cause.stack })
    : masked(error, String(cause), { code: 'INTERNAL' })
}

function isMasked(error: GraphQLError): boolean {
  return isErrorCode(error.extensions.code) && !error.originalError
}

/** The error that others were wrapped around. */
function rootOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? rootOf(error.originalError) : error
}

/**
 * Errors without a path come before execution: syntax, rules, variables, the HTTP request. In execution graphql
 * raises its own errors for an argument, which it points at in the document, and for a resolver's bad value, which it
 * cannot point at: that one is our fault.
 */
function isCallersFault(error: GraphQLError): boolean {
  if (error.path === undefined) return rootOf(error) instanceof GraphQLError
  return error.originalError instanceof GraphQLError && error.originalError.nodes !== undefined
}

function extensionsOf({ code, problems, retryAfter, status, headers }: PequodError): Record<string, unknown> {
  return {
    code: graphqlCode(code),
    ...(problems.length === 0 ? {} : { problems }),
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(WHOLE_REQUEST.has(code) ? { http: { status, headers } } : {}),
  }
}

function masked(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(message, { extensions })
  const { nodes = null, source = null, positions = null, path = null } = error
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

/** Characters of a caller's text that an error of ours repeats. */
const SHOWN = 60
/** Characters of a sentence that quotes a caller's text, and is not ours. */
const LONGEST = 200
const BEGINNING = 140

/** A caller's text as an error shows it: in quotes, control characters escaped, cut short. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
}

/**
 * Shortens a sentence that quotes a caller's text: of more than 200 characters it keeps the beginning and the
 * end. Secrets are hidden first, since the end of one could not be recognized later.
 */
function withShortQuotes(whole: string): string {
  const sentence = hideSecrets(whole)
  if (sentence.length <= LONGEST) return sentence
  const end = LONGEST - BEGINNING - 1
  return `${sentence.slice(0, BEGINNING)}…${sentence.slice(-end)}`.toWellFormed()
}
