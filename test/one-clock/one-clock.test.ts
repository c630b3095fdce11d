import { withoutPro } from './support/without-pro.ts'

withoutPro('sqlite', 3)
