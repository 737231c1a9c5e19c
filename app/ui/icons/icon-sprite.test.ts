import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MARK_NAMES } from './icon-names.ts'
import { MARKS } from './icon-paths.ts'
import { iconSprite } from './icon-sprite.ts'

it('the icons that browsers load are those that are drawn: after a change, npm run icons', () => {
  expect(readFileSync(join(import.meta.dirname, 'icons.svg'), 'utf8')).toBe(iconSprite())
  expect(Object.keys(MARKS).sort()).toEqual([...MARK_NAMES].sort())
})
