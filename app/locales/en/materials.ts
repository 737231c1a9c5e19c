import type { materials as source } from '../ar/materials.ts'

export const materials: typeof source = {
  unnamed: 'File',
}
