import type { pages as source } from '../ar/pages.ts'

export const pages: typeof source = {}
