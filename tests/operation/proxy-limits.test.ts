/** The limits of bodies in the proxy configuration follow those of the product. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contract } from '../../app/api/contract.ts'
import type { Endpoint } from '../../app/api/endpoint.ts'
import { pageFacts } from '../../app/composition/page-facts.ts'

const file = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile'), 'utf8')
const patternOf = (name: string) => {
  const [, flags, pattern] = new RegExp(`@${name} (?:not )?path_regexp (\\(\\?i\\))?(\\S+)`).exec(file)!
  return new RegExp(pattern!, flags ? 'i' : '')
}
const bytesOf = (name: string) =>
  Number(new RegExp(`request_body @${name} \\{\\s*max_size (\\d+)MB`).exec(file)![1]) * 1_000_000

/** The most that the proxy lets through to a path. */
function limitOf(path: string): number {
  const groups = ['videos', 'files', 'pictures', 'library'].filter((name) => patternOf(name).test(path))
  if (!patternOf('others').test(path)) groups.push('others')
  expect(groups, path).toHaveLength(1)
  return bytesOf(groups[0]!)
}

const ROOM_FOR_THE_FORM = 1_000_000
const USUAL_BYTES = 2_000_000
const filled = (path: string) => path.replace(/\{\w+\}|:\w+/g, '12')

/** The most that a call takes, by its path. */
const largestOf = new Map<string, number>()
for (const { path, files, bodyLimit = 100_000 } of Object.values(contract).flatMap((all) =>
  Object.values(all as Record<string, Endpoint>),
))
  largestOf.set(path, Math.max(largestOf.get(path) ?? 0, files ? files.maxBytes + ROOM_FOR_THE_FORM : bodyLimit))

describe('the proxy', () => {
  it.each([...largestOf])('lets through what a call takes, and little more: %s', (path, largest) => {
    const limit = limitOf(`/api/${filled(path)}`)
    expect(limit).toBeGreaterThanOrEqual(largest)
    expect(limit).toBeLessThanOrEqual(Math.max(USUAL_BYTES, largest * 2))
  })

  it.each(Object.entries(pageFacts))('lets through what a page takes, and little more: %s', (path, facts) => {
    const largest = facts.fileForm ? facts.fileForm.maxBytes + ROOM_FOR_THE_FORM : (facts.maxFormBytes ?? 1_000_000)
    for (const address of [`/ar${filled(path)}`, `/en${filled(path)}.data`]) {
      expect(limitOf(address)).toBeGreaterThanOrEqual(largest)
      expect(limitOf(address)).toBeLessThanOrEqual(Math.max(USUAL_BYTES, largest * 2))
    }
  })

  it('keeps the rest small', () => {
    for (const path of ['/', '/ar', '/api/Payments/webhook/moyasar', '/api/uploads/x', '/ar/profile/names', '/nothing'])
      expect(limitOf(path)).toBe(USUAL_BYTES)
  })
})
