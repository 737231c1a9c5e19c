/** `npm run icons`: writes `app/ui/icons/icons.svg` from the paths in `app/ui/icons/icon-paths.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconSprite } from '../app/ui/icons/icon-sprite.ts'

writeFileSync(join(import.meta.dirname, '..', 'app', 'ui', 'icons', 'icons.svg'), iconSprite())
