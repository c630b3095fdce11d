/**
 * Whether everything runs (`npm run test:all`), and not only the tests before each commit (`npm test`): PostgreSQL
 * beside SQLite, and the files named `*.all.test.ts`, which need Redis, a chain, a browser, many processes or packages
 * of their own.
 */
export const isWholeLane = process.env.PEQUOD_TESTS === 'all'
