import { Problem } from '../../api/problem.ts'

/** Why a file was refused: a key of `locales/<lang>/fields.ts`, at the field `file`. */
export const unfit = (reason: string) => new Problem('unsupportedType', {}, { file: [reason] })
export const broken = (reason = 'fileBroken') => new Problem('validation', {}, { file: [reason] })
export const tooLarge = (reason: string) => new Problem('tooLarge', {}, { file: [reason] })
