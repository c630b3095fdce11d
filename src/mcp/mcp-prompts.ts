import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import { PequodError } from '../errors.ts'
import { harmlessText } from '../text.ts'
import type { Subject } from './mcp-subjects.ts'

/** A prompt's arguments; the other one is a trader too. */
type ArgumentName = Exclude<Subject['name'], 'section'> | 'other'

/** A usual question, and how it is best answered with the tools. */
interface Question {
  name: string
  title: string
  description: string
  /** The subjects that it is asked about, in order. */
  about: readonly ArgumentName[]
  /** Returns the prompt's text. @param given the arguments, each between quotation marks */
  ask(given: Readonly<Record<string, string>>): string
}

/** Instructions at the end of every prompt. */
const MANNERS =
  'State the time of the numbers, and name everything null, partial or withheld by the tier; never make up a number. Explain a term by the resource pequod://methodology/{section} where it matters.'

const QUESTIONS: readonly Question[] = [
  {
    name: 'assess-trader',
    title: 'How good is this trader?',
    description: 'Profit, risk, skill against luck, and behavior of one trader.',
    about: ['trader'],
    ask: ({ trader }) =>
      `How good is the trader ${trader}? Call getTrader, then getTraderAnalytics. Weigh profit against volume, the test for skill with its interval, calibration, the largest losses, and the share of the profit from a single market. Say whether the record differs from luck.`,
  },
  {
    name: 'compare-traders',
    title: 'Which of two traders is better?',
    description: 'Two traders side by side, by the same numbers.',
    about: ['trader', 'other'],
    ask: ({ trader, other }) =>
      `Compare the traders ${trader} and ${other}. Call screenTraders with both addresses as where.among, then getTraderAnalytics for each. Show a table of the same measures, and say where the samples are too small to distinguish the two.`,
  },
  {
    name: 'market-holders',
    title: 'Who holds this market?',
    description: 'The largest holders of a market by side, their records, and the stance of smart money.',
    about: ['market'],
    ask: ({ market }) =>
      `Who holds the market ${market}? Call getMarket, then listMarketHolders for each outcome. Look up the records of the largest holders with getTrader, and the cohort's stance with getSmartMoneyMarket where the tier allows it. Say who gains on each side, and how concentrated each side is.`,
  },
  {
    name: 'todays-moves',
    title: 'What moved today?',
    description: 'New whale alerts, smart money and their markets.',
    about: [],
    ask: () =>
      'What moved today? Call listWhaleAlerts, getWhaleShowcase, getSmartMoney and listMarkets ordered by volume. Name the three to five most important changes, each with the market, the side, the amount, and the price before and after where it is known.',
  },
  {
    name: 'board-leaders',
    title: 'Who leads this board, and why?',
    description: 'The top of a leaderboard, and the basis of their results.',
    about: ['leaderboard'],
    ask: ({ leaderboard }) =>
      `Who leads the leaderboard ${leaderboard}, and why? Call getLeaderboard, then getTraderAnalytics for the first three. Say what the board measures, which leaders are bots or have partial coverage, and whose lead rests on one market.`,
  },
]

/** The prompts there are, with arguments that can be completed. */
export function promptList(subjects: readonly Subject[]): Prompt[] {
  return QUESTIONS.map(({ name, title, description, about }) => ({
    name,
    title,
    description,
    arguments: about.map((argument) => ({
      name: argument,
      description: subjectOf(subjects, argument)?.argument ?? '',
      required: true,
    })),
  }))
}

/** Returns the subject of a prompt's argument, null if there is no such argument. */
export function promptSubject(
  subjects: readonly Subject[],
  prompt: string,
  argument: string,
): Subject | null {
  const question = QUESTIONS.find(({ name }) => name === prompt)
  const isThere = question?.about.some((name) => name === argument) === true
  return isThere ? (subjectOf(subjects, argument) ?? null) : null
}

/**
 * Returns the messages of a prompt.
 * @throws PequodError NOT_FOUND for an unknown prompt, BAD_USER_INPUT for missing arguments
 */
export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const question = QUESTIONS.find((one) => one.name === name)
  if (question === undefined) {
    const known = QUESTIONS.map((one) => one.name).join(', ')
    throw new PequodError('NOT_FOUND', `Unknown prompt ${quoted(name)}; the prompts are ${known}.`)
  }
  const missing = question.about.filter((argument) => !given[argument]?.trim())
  if (missing.length > 0)
    throw new PequodError('BAD_USER_INPUT', `The prompt ${name} needs ${missing.join(' and ')}.`)
  const quotedArguments = question.about.map((argument) => [argument, quoted(given[argument] ?? '')])
  const text = `${question.ask(Object.fromEntries(quotedArguments))} ${MANNERS}`
  return { description: question.title, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

/** Characters of an argument at most: an address, an id, or a name. */
const LONGEST = 100

/** Returns the caller's text on one line, between quotation marks that it cannot close. */
function quoted(text: string): string {
  return JSON.stringify([...harmlessText(text)].slice(0, LONGEST).join(''))
}

function subjectOf(subjects: readonly Subject[], argument: string): Subject | undefined {
  const name = argument === 'other' ? 'trader' : argument
  return subjects.find((subject) => subject.name === name)
}
