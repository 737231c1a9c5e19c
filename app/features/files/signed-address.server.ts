/** Signed addresses that open a file for a limited time. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../platform/context.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import { fileAddress } from './file-links.ts'

type Deps = Pick<Services, 'settings' | 'now'>

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
    key: keyOf(services, { id, name, until, owner }),
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
  const [expected, received] = [keyOf(services, { id, name, until: Number(until), owner }), key].map((text) =>
    Buffer.from(text),
  )
  if (expected!.length !== received!.length || !timingSafeEqual(expected!, received!)) return 'wrong'
  const seconds = Number(until) - services.now().getTime() / 1000
  return seconds > 0 ? seconds : 'expired'
}

type Signed = { id: string; name: string; until: number; owner: string | undefined }

function keyOf({ settings }: Deps, { id, name, until, owner }: Signed): string {
  const text = [id, until, ...(owner === undefined ? [] : [`for ${owner}`]), name].join('\n')
  return createHmac('sha256', derivedKey(settings, 'files')).update(text).digest('base64url')
}
