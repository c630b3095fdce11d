import { withoutPro } from './support/without-pro.ts'

withoutPro('postgres', 1)
