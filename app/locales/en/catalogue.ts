import type { catalogue as source } from '../ar/catalogue.ts'

export const catalogue: typeof source = {}
