import type { identity as source } from '../ar/identity.ts'

export const identity: typeof source = {}
