import { pluralAr } from '../format.ts'

/** A number of payments. @param two how two of them are said here: the case depends on the sentence */
export const partsAr = (n: number, two = 'دفعتان'): string =>
  pluralAr(n, { zero: '', one: 'دفعة واحدة', two, few: '{n} دفعات', many: '{n} دفعة', other: '{n} دفعة' })
