/** `npm run prepare-release`: the packages are installed by then; builds what `start` needs, so that it only starts. */
import { build } from './build.ts'

await build()
console.log('This version is installed and built. Start it with: npm start')
