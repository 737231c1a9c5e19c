import { deviceTexts as ar } from '../../locales/ar/devices.ts'
import { deviceTexts as en } from '../../locales/en/devices.ts'
import type { Lang } from '../../locales/lang.ts'
import { readUserAgent } from './user-agent.ts'

const TEXTS = { ar, en }

/** A readable name of a device: `Chrome على Windows`. */
export function deviceLabel(userAgent: string, lang: Lang): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser && system) return TEXTS[lang].browserOn(browser, system)
  return browser ?? system ?? TEXTS[lang].unknown
}
