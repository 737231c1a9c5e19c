import type { deviceTexts as source } from '../ar/devices.ts'

export const deviceTexts: typeof source = {
  browserOn: (browser, system) => `${browser} on ${system}`,
  unknown: 'Unknown device',
}
