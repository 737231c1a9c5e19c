import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ICON_NAMES } from './icon-names.ts'
import { ICON_PATHS } from './icon-paths.ts'
import { iconSprite } from './icon-sprite.ts'

it('the icons that browsers load are those that are drawn: after a change, npm run icons', () => {
  expect(readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8')).toBe(iconSprite())
  expect(Object.keys(ICON_PATHS).sort()).toEqual([...ICON_NAMES].sort())
})
