import { expect, it } from 'vitest'
import { deviceLabel } from './device-label.server.ts'
import { readUserAgent } from './user-agent.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

it.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/18.6 Mobile/15E148 Safari/604.1`,
    'phone',
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'phone',
    'Chrome on iPhone',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.6 Safari/605.1.15`,
    'computer',
    'Safari on Mac',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/140.0.0.0`, 'computer', 'Edge on Windows'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, 'computer', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'computer', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Mobile Safari/537.36`, 'phone', 'Chrome on Android'],
  [`Mozilla/5.0 (Linux; Android 13; SM-X906C) ${BLINK} Safari/537.36`, 'tablet', 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) ${BLINK} SamsungBrowser/28.0 Mobile Safari/537.36`,
    'phone',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'computer', 'Windows'],
  ['Maahad/2.1 (okhttp)', 'unknown', 'Unknown device'],
  ['', 'unknown', 'Unknown device'],
])('a device is called as its owner would: %s', (userAgent, kind, words) => {
  expect(readUserAgent(userAgent).kind).toBe(kind)
  expect(deviceLabel(userAgent, 'en')).toBe(words)
})
