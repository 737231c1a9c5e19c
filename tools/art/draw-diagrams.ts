/** Draws the diagrams in the text of articles, as PNG of few colours: `node tools/art/draw-diagrams.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { FONT } from './draw/font.ts'
import { drawStory, drawTenDays } from './draw/diagrams.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'content', 'images', 'diagrams')

mkdirSync(FOLDER, { recursive: true })
for (const [name, draw] of Object.entries({ 'interview-story': drawStory, 'first-ten-days': drawTenDays }))
  for (const lang of ['ar', 'en'] as const) {
    const drawn = new Resvg(draw(lang), { font: FONT }).render().asPng()
    writeFileSync(
      join(FOLDER, `${name}-${lang}.png`),
      await sharp(drawn).png({ palette: true, colours: 64 }).toBuffer(),
    )
  }
