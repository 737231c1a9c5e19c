/** The token of a preview's address: whoever has it sees the course with its draft, until it ends. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, type Settings } from '../../platform/settings.server.ts'

type Keys = Pick<Settings, 'authSecret'>

const signatureOf = (settings: Keys, courseId: number, until: number) =>
  createHmac('sha256', derivedKey(settings, 'preview')).update(`course.${courseId}.${until}`).digest()

export function previewToken(settings: Keys, courseId: number, until: Date): string {
  const second = Math.floor(until.getTime() / 1000)
  return `${courseId}.${second}.${signatureOf(settings, courseId, second).toString('base64url')}`
}

/** The id of the course; undefined when the token is not ours, or has ended. */
export function courseOfToken(settings: Keys, token: string, now: Date): number | undefined {
  const [, id, until, signature] = /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !until || !signature) return undefined
  const isOurs = timingSafeEqual(signatureOf(settings, Number(id), Number(until)), Buffer.from(signature, 'base64url'))
  return isOurs && Number(until) * 1000 > now.getTime() ? Number(id) : undefined
}
