// The exports of `pequod/client`: the names that the package promises.
export { type AnswerCache, createMemoryCache, type KeptAnswer } from './answer-cache.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type Credential,
  createClient,
  eachItem,
  eachPage,
  type Page,
  type PagedOperation,
  type StreamMessage,
} from './client.ts'
export * from './operations.generated.ts'
export { RequestError, type RequestErrorCode, type RequestFailure } from './read-failure.ts'
export type { ParameterValue } from './request-url.ts'
