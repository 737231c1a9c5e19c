/** Writes `app/ui/icons.svg` from the paths in `app/ui/icon-paths.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconSprite } from '../app/ui/icon-sprite.ts'

writeFileSync(join(import.meta.dirname, '..', 'app', 'ui', 'icons.svg'), iconSprite())
