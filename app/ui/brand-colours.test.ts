import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BRAND_COLOURS } from './brand-colours.ts'

it('the colours of mails, documents and pictures are those of the style sheet', () => {
  const css = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
  const tokens = Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
  for (const [name, value] of Object.entries(BRAND_COLOURS)) {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect({ token, value: tokens[token] }).toEqual({ token, value })
  }
})

it('stand in TypeScript nowhere else', () => {
  const app = join(import.meta.dirname, '..')
  const colours = Object.entries(BRAND_COLOURS).flatMap(([name, value]) => (name === 'white' ? [] : [value]))
  const copies = globSync('**/*.{ts,tsx}', {
    cwd: app,
    exclude: (file) => /\.test\.tsx?$|brand-colours\.ts$/.test(file),
  })
    .map((file) => ({ file, text: readFileSync(join(app, file), 'utf8').toLowerCase() }))
    .flatMap(({ file, text }) =>
      colours.filter((colour) => text.includes(colour)).map((colour) => `${file}: ${colour}`),
    )
  expect(copies).toEqual([])
})
