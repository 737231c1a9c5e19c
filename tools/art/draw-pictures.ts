/** Draws every picture of the institute's content: `node tools/art/draw-pictures.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { FONT } from './draw/font.ts'
import { ARTICLE_COVERS, FIRST_ARTICLE } from './draw/articles.ts'
import { BRAND, hero } from './draw/brand.ts'
import { FIELDS } from './draw/catalogue.ts'
import { CERTIFICATES } from './draw/certificates.ts'
import { drawCover } from './draw/covers.ts'
import { drawKingdom } from './draw/kingdom.ts'
import { LEARNERS } from './draw/learners.ts'
import { drawLogo, EMBLEMS } from './draw/logos.ts'
import { drawPortrait } from './draw/portraits.ts'
import { POST_PICTURES } from './draw/post-pictures.ts'
import { hallWithScreen } from './draw/scenes.ts'
import { TRAINERS } from './draw/trainers.ts'

const IMAGES = join(import.meta.dirname, '..', '..', 'content', 'images')

function save(name: string, picture: string) {
  const file = join(IMAGES, `${name}.svg`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, picture)
}

const courses = FIELDS.flatMap((field) => field.courses.map((key) => ({ key, field })))
for (const [number, { key, field }] of courses.entries()) save(`covers/${key}`, drawCover(field, number))
for (const [place, { key, field }] of ARTICLE_COVERS.entries())
  save(`articles/${key}`, drawCover(field, FIRST_ARTICLE + place))
for (const person of [...TRAINERS, ...LEARNERS]) save(`portraits/${person.key}`, drawPortrait(person))
for (const [key, emblem] of Object.entries(EMBLEMS)) save(`logos/${key}`, drawLogo(emblem))
for (const [name, draw] of Object.entries(CERTIFICATES)) save(`certificates/${name}`, draw())
for (const [name, draw] of Object.entries(BRAND)) save(`brand/${name}`, draw())
writeFileSync(join(import.meta.dirname, '..', '..', 'public', 'brand', 'kingdom.svg'), drawKingdom())
save('pages/hero', hero(hallWithScreen()))

// Members send photographs and pictures of screens, no drawings.
for (const [name, draw] of Object.entries(POST_PICTURES)) {
  const drawn = (await renderAsync(draw(), { font: FONT })).asPng()
  const file = join(IMAGES, `posts/${name}.png`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await sharp(drawn).png({ palette: true, colours: 64, effort: 10 }).toBuffer())
}
