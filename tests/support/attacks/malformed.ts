/** Malformed requests, the same in every run. */
import { createConnection } from 'node:net'

export type Random = {
  /** An integer from 0 to `limit` - 1. */
  below: (limit: number) => number
  pick: <T>(from: readonly T[]) => T
  /** True with the probability 1 / `one`. */
  chance: (one: number) => boolean
}

/** A random generator that repeats its numbers for the same seed. Source: mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (from) => from[below(from.length)]!, chance: (one) => below(one) === 0 }
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** Texts that are known to break programs. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud83d',
  '\ufffe\uffff',
  '\u202e\u2066\u200b\ufeff',
  'ﷺ'.repeat(60),
  'z\u0301'.repeat(100),
  '٠١٢٣٤٥٦٧٨٩۱۲۳',
  '0',
  '-1',
  '-0',
  '1e308',
  '1.5',
  '0x10',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' or 1=1 --",
  '"; drop table users; --',
  '$1',
  '%',
  '%00',
  '%zz',
  '%E0%A4%A',
  '\\',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '//evil.example',
  'https://evil.example',
  '/ar/..//evil.example',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  'a\r\nSet-Cookie: x=y',
  "& | ! ( ) : * <-> '",
  "'a':*",
  'و',
  'ال',
  'إدارة المشاريع',
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
  'a@b.c',
  `${'a'.repeat(300)}@example.com`,
  'x'.repeat(5000),
  '👩‍👩‍👧‍👦'.repeat(40),
]

const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  ['a', 'b'],
  { toString: 'x' },
  { ar: 'x' },
]

export function nastyText(random: Random): string {
  const text = random.pick(NASTY_TEXTS)
  return random.chance(6) ? text + random.pick(NASTY_TEXTS) : text
}

export function nastyValue(random: Random): unknown {
  return random.chance(3) ? random.pick(NASTY_VALUES) : nastyText(random)
}

/** Bodies that are not a JSON object, or one that tries to change a prototype. */
export const NASTY_BODIES: readonly string[] = [
  '{',
  '[]',
  'null',
  '"text"',
  '12',
  '{"a":1,}',
  '\u0000',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  `{"a":${nested('[', ']', 20_000)}}`,
  nested('{"a":', '}', 10_000),
  '{"id":1e999}',
  '{"email":"a\\u0000@example.com"}',
  '%E0%A4%A=%zz&&&==&a',
  '--x\r\nContent-Disposition: form-data\r\n\r\n',
  'x'.repeat(150_000),
]

export const NASTY_TYPES: readonly string[] = [
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  ';',
  '*/*',
]

/** Header values that `fetch` accepts: no line breaks, only Latin-1. */
export function nastyHeaders(random: Random): Record<string, string> {
  const latin = () => nastyText(random).replace(/[^\x20-\x7e\xa0-\xff]/g, '')
  const all: Record<string, () => string> = {
    'Accept-Language': () =>
      random.pick(['', 'en', 'ar', '*', 'en;q=x', ',,;;=', 'zz-ZZ;q=0.1.2', `${'a,'.repeat(500)}`]),
    Authorization: () =>
      random.pick(['', 'Bearer', 'Bearer ', 'bearer x', 'Basic Og==', 'Bearer a.b.c', `Bearer ${'x'.repeat(4000)}`]),
    Cookie: () =>
      random.pick([
        'access=',
        'access=x; refresh=y',
        `refresh=${'A'.repeat(43)}`,
        '=;=;;',
        `registration=${latin()}`,
        'lang=%zz',
        `device=${'%00'.repeat(5)}`,
      ]),
    'Idempotency-Key': () => (random.chance(2) ? latin() : 'k'.repeat(5000)),
    'Sec-Fetch-Site': () => random.pick(['same-origin', 'none', 'cross-site', 'x']),
    Origin: () => random.pick(['null', 'https://evil.example', 'x']),
    'X-Request-Id': latin,
    'X-Forwarded-For': () => random.pick(['1.2.3.4', ',,,', '::1%eth0, x', latin()]),
    'X-Forwarded-Host': () => 'evil.example',
    'User-Agent': latin,
    Range: () => random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x']),
    'If-None-Match': latin,
    'If-Modified-Since': latin,
  }
  const names = Object.keys(all).filter(() => random.chance(5))
  return Object.fromEntries(names.map((name) => [name, all[name]!()]))
}

/** Sends raw bytes; returns the response up to the end of the connection or a pause. */
export function speak(address: string, text: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    let received = ''
    const socket = createConnection(Number(port), hostname, () => socket.write(text, 'latin1'))
    socket.setTimeout(1500, () => socket.destroy())
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      // The connection is kept after an answer.
      socket.setTimeout(200)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(received))
  })
}
