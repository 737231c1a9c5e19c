/** Signed addresses that open a file for a limited time. */
import type { Services } from '../../platform/context.server.ts'
import { isMac, macOf } from '../../platform/secrets.server.ts'
import { fileAddress } from './file-links.ts'

type Deps = Pick<Services, 'settings' | 'now'>
const KEY = 'files'
/** Of 32 bytes. */
const SIGNATURE = /^[\w-]{43}$/

/**
 * @param name one of the file's names in storage, or its file name
 * @param forUser the account whose sessions alone open it; without it, whoever has the address does
 */
export function signedFileAddress(services: Deps, id: string, name: string, seconds: number, forUser?: number): string {
  const until = Math.floor(services.now().getTime() / 1000) + seconds
  const owner = forUser === undefined ? undefined : String(forUser)
  const query = new URLSearchParams({
    ...(owner === undefined ? {} : { for: owner }),
    until: String(until),
    key: macOf(services.settings, KEY, signedText({ id, name, until, owner })).toString('base64url'),
  })
  return `${fileAddress(id, name)}?${query}`
}

/** For how many seconds an address is still valid; `wrong` when its signature is not ours. */
export function validity(
  services: Deps,
  id: string,
  name: string,
  { until, key, for: owner }: { until?: string; key?: string; for?: string },
): number | 'wrong' | 'expired' {
  if (!until || !key || !/^\d{1,12}$/.test(until)) return 'wrong'
  const text = signedText({ id, name, until: Number(until), owner })
  if (!SIGNATURE.test(key) || !isMac(services.settings, KEY, text, Buffer.from(key, 'base64url'))) return 'wrong'
  const seconds = Number(until) - services.now().getTime() / 1000
  return seconds > 0 ? seconds : 'expired'
}

type Signed = { id: string; name: string; until: number; owner: string | undefined }

const signedText = ({ id, name, until, owner }: Signed) =>
  [id, until, ...(owner === undefined ? [] : [`for ${owner}`]), name].join('\n')
